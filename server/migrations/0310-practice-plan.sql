-- The plan of a week is worked out from what a person wants, the library and what they danced; only what they changed in it is kept.
create table practice.plan_changes (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- a Monday
  week_start date not null check (extract(isodow from week_start) = 1),
  -- which of the week's sessions, from 0
  slot smallint not null check (slot between 0 and 6),
  -- the class that they chose instead
  class_id uuid references catalog.classes (id) on delete set null,
  moved_to date,
  is_skipped boolean not null default false,
  primary key (person_id, week_start, slot)
);
create index plan_changes_class on practice.plan_changes (class_id) where class_id is not null;

create table practice.plan_settings (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  -- how long a session may be; null: as their habit says
  minutes smallint check (minutes between 5 and 90),
  -- when they dance, by their own clock; null: some time that day
  starts_at text check (starts_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

-- Days without a class, both ends included.
create table practice.holidays (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  from_day date not null,
  to_day date not null check (to_day >= from_day and to_day < from_day + 100),
  primary key (person_id, from_day)
);

-- The secret address of a person's calendar is made of this id and a signature: taking the row away makes it lead nowhere.
create table practice.calendar_links (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null unique references identity."user" ("id") on delete cascade,
  time_zone text not null default 'UTC',
  created_at timestamptz not null
);

create index records_completed on practice.records (person_id, completed_at) where completed_at is not null;
