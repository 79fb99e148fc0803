-- Classes to dance in order. Today's set of a profile is made once per day, in the person's time zone.
create table practice.sets (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- null: a set that isn't of a day
  day date,
  created_at timestamptz not null,
  unique (person_id, day)
);
create index sets_created on practice.sets (created_at);

create table practice.set_items (
  set_id uuid not null references practice.sets (id) on delete cascade,
  place smallint not null check (place between 1 and 100),
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- when it was danced to its end within the set
  danced_at timestamptz,
  primary key (set_id, place),
  unique (set_id, class_id)
);
create index set_items_class on practice.set_items (class_id);
