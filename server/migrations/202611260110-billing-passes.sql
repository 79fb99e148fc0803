-- Passes: plans that are sold once for a number of days, and end by themselves.
alter table billing.plans add column renews boolean not null default true;
alter table billing.plans add constraint plans_pass
  check (renews or (period_unit = 'day' and trial_period is null)) not valid;

-- When the latest contract of a subscription was made, if not at its creation: a pass that was bought again, or replaced by a plan.
alter table billing.subscriptions add column agreed_at timestamptz;

-- What was paid once ends to the moment, even if no worker runs.
create or replace view billing.person_access as
  select person_id, max(access_rank) as access_rank, max(plans.seats) as seats
  from billing.subscriptions join billing.plans on plans.id = plan_id
  where status in ('active', 'in_trial', 'non_renewing') and (access_until is null or access_until > now())
    and (not is_prepaid or access_ends_at is null
      or access_ends_at > now() + coalesce((select ahead_ms from billing.test_clock), 0) * interval '1 millisecond')
  group by person_id;
