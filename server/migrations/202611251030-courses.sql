-- A course: classes in order, in weeks.
create schema courses;

create table courses.courses (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  description text not null,
  pace text not null check (pace in ('open', 'daily', 'weekly', 'mastery')),
  -- null: a course starts for each person on the day they join
  starts_on date,
  -- percent of a class's eights to know before the next class opens, at the pace of mastery
  known_percent smallint not null default 75 check (known_percent between 1 and 100),
  -- at the pace of mastery, a class opens in its week at the latest
  opens_by_week boolean not null default true,
  published_at timestamptz,
  started_notified_at timestamptz,
  revision int not null default 1,
  creation_key text unique,
  created_at timestamptz not null
);
create index courses_published on courses.courses (published_at desc, id desc) where published_at is not null;
create index courses_created on courses.courses (created_at desc, id desc);
create index courses_to_start on courses.courses (starts_on) where published_at is not null and started_notified_at is null;

create table courses.course_classes (
  course_id uuid not null references courses.courses (id) on delete cascade,
  place smallint not null check (place between 1 and 100),
  week smallint not null check (week between 1 and 52),
  class_id uuid not null references catalog.classes (id) on delete cascade,
  primary key (course_id, place),
  unique (course_id, class_id)
);
create index course_classes_class on courses.course_classes (class_id);

create table courses.enrollments (
  course_id uuid not null references courses.courses (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  joined_at timestamptz not null,
  -- the day in the person's time zone
  joined_on date not null,
  completed_at timestamptz,
  primary key (course_id, person_id)
);
create index enrollments_person on courses.enrollments (person_id, joined_at desc);

-- The badge of a course, given by the challenges module.
alter table challenges.achievements add column course_id uuid references courses.courses (id) on delete set null;
