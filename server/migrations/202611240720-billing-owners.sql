-- Who owns a subscription's terms: our ledger, or a provider whose subscription the row copies.
alter table billing.subscriptions
  add column owner text not null default 'ledger' check (owner in ('ledger', 'provider')),
  -- Until when the last reading of the provider grants access.
  add column access_until timestamptz,
  -- Our billing cycle never finds a row that a provider owns.
  add constraint subscriptions_owned check (owner = 'ledger' or (due_at is null and access_until is not null)) not valid;

-- A provider's subscription behind our row.
create table billing.owned_subscriptions (
  subscription_id uuid primary key references billing.subscriptions (id) on delete cascade,
  provider text not null,
  -- The provider's references of the subscription and of the customer who holds it.
  ref text not null,
  customer_ref text not null,
  -- False once another account holds the provider's subscription.
  is_current boolean not null default true,
  -- The version of the reading that was written, as the provider counts.
  provider_version bigint not null,
  -- Where it was bought, and where the person manages it.
  store text,
  management_url text,
  read_at timestamptz not null,
  -- When it is read again; null once it has ended.
  look_at timestamptz
);
create unique index owned_subscriptions_ref on billing.owned_subscriptions (provider, ref) where is_current;
create index owned_subscriptions_look_at on billing.owned_subscriptions (look_at) where is_current;

-- Customers in a provider's news without an account of ours. The account may appear.
create table billing.unclaimed_customers (
  provider text not null,
  customer_ref text not null,
  heard_at timestamptz not null,
  primary key (provider, customer_ref)
);
create index unclaimed_customers_heard_at on billing.unclaimed_customers (heard_at);

-- A provider that is silent for too long grants nothing, even if no worker runs.
create or replace view billing.person_access as
  select person_id, max(access_rank) as access_rank, max(plans.seats) as seats
  from billing.subscriptions join billing.plans on plans.id = plan_id
  where status in ('active', 'in_trial', 'non_renewing') and (access_until is null or access_until > now()) group by person_id;
