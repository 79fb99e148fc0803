create schema billing;

create table billing.subscriptions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  status text not null check (status in
    ('active', 'canceled', 'canceled_during_pending', 'future', 'future_canceled', 'in_trial', 'non_renewing', 'paused', 'pending')),
  provider text not null check (provider in ('braintree', 'chargebee', 'eightcount', 'revenuecat', 'stripe')),
  access_type text not null check (access_type in ('free', 'basic', 'standard', 'premium')),
  access_rank smallint not null generated always as (
    case access_type when 'free' then 0 when 'basic' then 1 when 'standard' then 2 else 3 end) stored,
  next_billing_at timestamptz,
  access_ends_at timestamptz,
  created_at timestamptz not null default now()
);
create index subscriptions_person_id on billing.subscriptions (person_id, created_at desc);

-- The rank of the classes that a person may play: free 0, basic 1, standard 2, premium 3. Without a row: 0.
create view billing.person_access as
  select person_id, max(access_rank) as access_rank from billing.subscriptions
  where status in ('active', 'in_trial', 'non_renewing') group by person_id;
