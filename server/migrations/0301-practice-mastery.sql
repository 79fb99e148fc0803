-- How well a person knows a part of a class.
create table practice.mastery (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- of catalog.class_parts
  part_index smallint not null,
  -- by what was danced: 0 none, 2 counts, 3 slow, 4 at tempo; that it was seen (1) is told by practice.records
  reached smallint not null default 0 check (reached between 0 and 4),
  -- the person's own word, which counts until more is danced
  own smallint check (own between 0 and 4),
  -- percent of the class's own at which it was last danced
  tempo smallint check (tempo between 25 and 150),
  -- the review scheduler's memory of it (FSRS); null: nothing to bring back yet
  card jsonb,
  due_at timestamptz,
  -- the day's review: what was known before it, when it began, and how it went (1 again … 4 easy)
  card_before jsonb,
  rated_at timestamptz,
  rating smallint check (rating between 1 and 4),
  primary key (person_id, class_id, part_index)
);
create index mastery_due on practice.mastery (person_id, due_at, class_id, part_index) where due_at is not null;
create index mastery_class on practice.mastery (class_id);

-- Which stretches of a class a person has looped, in milliseconds of the class.
create table practice.loops (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  looped int4multirange not null,
  primary key (class_id, person_id)
);
create index loops_person on practice.loops (person_id);
