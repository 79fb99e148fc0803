-- Staff who look at the pages of a member, read-only, for some minutes. The row is the ticket that requests name.
create table identity.see_as (
  id uuid primary key,
  staff_id uuid not null references identity."user" ("id") on delete cascade,
  -- The session that began it: the ticket works for no other.
  session_id uuid not null,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  reason text not null check (char_length(reason) between 1 and 300),
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index see_as_person on identity.see_as (person_id, started_at desc);
create index see_as_staff on identity.see_as (staff_id);
