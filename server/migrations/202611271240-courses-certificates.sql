-- What a person completed. It stays when the course changes or is deleted, and when they leave it.
create table courses.certificates (
  -- its page's address: random, so that it can't be guessed
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- null: the course was deleted
  course_id uuid references courses.courses (id) on delete set null,
  -- as it was at that time, in the person's language
  title text not null,
  -- in the order of their first classes
  instructors text[] not null,
  -- the classes that the person had completed, of those in the library
  class_count smallint not null check (class_count >= 0),
  duration_ms int not null check (duration_ms >= 0),
  completed_at timestamptz not null,
  -- the day in the person's time zone
  completed_on date not null,
  -- null: only the person sees it
  shared_at timestamptz,
  unique (person_id, course_id)
);
create index certificates_of_person on courses.certificates (person_id, completed_at desc, id desc);
create index certificates_of_course on courses.certificates (course_id) where course_id is not null;

-- Null for a completion that has no certificate yet: of an earlier release.
alter table courses.enrollments add column certified_at timestamptz;
