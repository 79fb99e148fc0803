create schema practice;

-- What one person did with one class.
create table practice.records (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- credited time on the class's own clock, in milliseconds
  played int4multirange not null default '{}',
  -- how long `played` is, in milliseconds
  played_ms int not null default 0,
  -- where to resume
  position_ms int not null default 0,
  -- since when the person may play it; null: never asked for playback
  granted_at timestamptz,
  -- when practice was last recorded; null: never
  viewed_at timestamptz,
  -- when nine tenths had been played
  completed_at timestamptz,
  saved_at timestamptz,
  primary key (person_id, class_id)
);
create index records_begun on practice.records (person_id, viewed_at desc, class_id)
  where viewed_at is not null and completed_at is null and played_ms > 0;
create index records_viewed on practice.records (person_id, viewed_at desc, class_id) where viewed_at is not null;
create index records_saved on practice.records (person_id, saved_at, class_id) where saved_at is not null;
create index records_saved_viewed on practice.records (person_id, (coalesce(viewed_at, timestamptz '1970-01-01 00:00:00+00')), class_id)
  where saved_at is not null;
create index records_class on practice.records (class_id);

-- What a person may still be credited, over all classes; it fills with the wall clock.
create table practice.allowances (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  balance_ms int not null check (balance_ms >= 0),
  -- when the balance was that
  counted_at timestamptz not null
);
