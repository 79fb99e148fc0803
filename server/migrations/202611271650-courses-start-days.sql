-- A course may start on several days. `starts_on` stays the first of them, which servers of the previous release read and change;
-- without it these count nothing.
alter table courses.courses
  add column later_starts date[] not null default '{}',
  -- the last day whose starts were notified; null: none, or only that of `starts_on`, as `started_notified_at` says
  add column starts_notified_through date;

-- The day on which the course starts for the person. Null: as a server of the previous release saved it. Such an enrollment follows the
-- course's first day until an editor changes the start days, which stores it.
alter table courses.enrollments add column starts_on date;
