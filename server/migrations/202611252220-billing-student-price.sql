-- A promo code for students: who redeems it has a verified address at a school, or was approved by staff.
alter table billing.coupons add column for_students boolean not null default false;
create table billing.student_approvals (
  account_id uuid primary key references identity."user" ("id") on delete cascade,
  -- null once the account of the member of staff is deleted
  staff_id uuid references identity."user" ("id") on delete set null,
  approved_at timestamptz not null,
  valid_until timestamptz not null check (valid_until > approved_at)
);
create index student_approvals_staff on billing.student_approvals (staff_id);
