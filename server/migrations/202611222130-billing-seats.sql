-- Profiles that the account's owner gives a seat of the plan. The others come after them, the oldest first.
create table billing.seat_choices (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  account_id uuid not null references identity."user" ("id") on delete cascade
);
create index seat_choices_account_id on billing.seat_choices (account_id);

-- The seats of the plan, beside the rank: the account's owner takes the first.
create or replace view billing.person_access as
  select person_id, max(access_rank) as access_rank, max(plans.seats) as seats
  from billing.subscriptions join billing.plans on plans.id = plan_id
  where status in ('active', 'in_trial', 'non_renewing') group by person_id;
