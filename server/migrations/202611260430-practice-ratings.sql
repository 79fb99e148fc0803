-- How a class was for a person, and whether they would dance it again.
alter table practice.records
  add column difficulty text,
  -- since when they would dance it again
  add column loved_at timestamptz,
  -- when difficulty or heart changed last; null without either
  add column rated_at timestamptz;
alter table practice.records add constraint records_difficulty
  check (difficulty in ('too_easy', 'right', 'too_hard')) not valid;

-- Counts of a class over all people, without persons. Recounted by a job, so that no request waits for another one's count.
create table practice.class_summaries (
  class_id uuid primary key references catalog.classes (id) on delete cascade,
  -- who danced any of it, and who danced it to its end
  dancers int not null,
  finished int not null,
  too_easy int not null,
  found_right int not null,
  too_hard int not null,
  loved int not null,
  -- in the last 28 days
  plays int not null,
  counted_at timestamptz not null
);
create index class_summaries_counted on practice.class_summaries (counted_at, class_id);
