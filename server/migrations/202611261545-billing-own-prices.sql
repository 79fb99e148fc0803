-- A course or a class with a price of its own: a pass that opens nothing but that, for some days or, as 100 years, for ever.
alter table billing.plans
  add column opens_kind text,
  add column opens_id uuid,
  -- Whether a plan doesn't open it as well.
  add column is_only_way boolean not null default false,
  -- The course or class isn't published now.
  add column is_withheld boolean not null default false;
alter table billing.plans drop constraint plans_access_type_check, drop constraint plans_pass;
alter table billing.plans
  add constraint plans_access_type check (access_type in ('basic', 'standard', 'premium') or (access_type = 'free' and opens_id is not null)) not valid,
  add constraint plans_pass check (renews or (trial_period is null and (period_unit = 'day' or (period_unit = 'year' and opens_id is not null)))) not valid,
  add constraint plans_opens check (
    (opens_kind is null) = (opens_id is null) and opens_kind in ('course', 'class') and not (renews and opens_id is not null)
    and not (is_only_way and opens_id is null)) not valid;

-- Which classes a pass for a course or a class opens. Who bought it before one was removed keeps that one.
create table billing.opened_classes (
  opens_id uuid not null,
  class_id uuid not null,
  removed_at timestamptz,
  primary key (opens_id, class_id)
);
create index opened_classes_class on billing.opened_classes (class_id);

-- The course or class that was bought; null for what a plan or another pass opens.
alter table billing.subscriptions add column opens_id uuid;

create or replace view billing.person_access as
  select person_id, max(access_rank) as access_rank, max(plans.seats) as seats
  from billing.subscriptions join billing.plans on plans.id = plan_id
  where status in ('active', 'in_trial', 'non_renewing') and (access_until is null or access_until > now())
    and (not is_prepaid or access_ends_at is null
      or access_ends_at > now() + coalesce((select ahead_ms from billing.test_clock), 0) * interval '1 millisecond')
    and subscriptions.opens_id is null
  group by person_id;

-- The classes that an account has bought alone or in a course.
create view billing.account_classes as
  select bought.person_id as account_id, opened.class_id
  from billing.subscriptions as bought join billing.opened_classes as opened on opened.opens_id = bought.opens_id
    and (opened.removed_at is null or opened.removed_at > coalesce(bought.agreed_at, bought.created_at))
  where bought.owner = 'ledger' and bought.opens_id is not null and bought.status = 'non_renewing'
    and bought.access_ends_at > now() + coalesce((select ahead_ms from billing.test_clock), 0) * interval '1 millisecond';
