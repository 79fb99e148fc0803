-- Who of the staff did what, to what. Kept when accounts go, so it names them without a reference.
create table identity.staff_acts (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  happened_at timestamptz not null
);
create index staff_acts_recent on identity.staff_acts (happened_at desc, id);
create index staff_acts_subject on identity.staff_acts (subject, happened_at desc);

-- An address that a person gave and hasn't proved yet. Until then "email" holds one that leads nowhere, so that an address
-- belongs to whoever proves it, and to nobody before.
alter table identity."user" add column "pendingEmail" text;
create index user_pending_email on identity."user" ("pendingEmail") where "pendingEmail" is not null;
