-- How sure the analysis is of a class's counts, 0 to 1; 0: a person set them; null: set before this release, or never analyzed.
alter table catalog.classes add column counts_certainty double precision;
-- Who has heard the counts of a class. Counts of another video, or corrected ones, are to be heard again.
create table catalog.heard_counts (
  class_id uuid primary key references catalog.classes (id) on delete cascade,
  staff_id uuid references identity."user" ("id") on delete set null,
  heard_at timestamptz not null,
  -- of the class's video
  version uuid not null,
  beat_grid jsonb not null
);
create index heard_counts_staff on catalog.heard_counts (staff_id);
