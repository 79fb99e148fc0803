-- The person's day on which a class was completed, by the clock that they had then, and how many days a week they meant to dance: neither
-- moving to another time zone nor another plan rewrites what was.
alter table challenges.completions add column local_day date, add column days_per_week int check (days_per_week between 1 and 7);
update challenges.completions as done set
  local_day = (completed_at at time zone coalesce(
    (select time_zone from challenges.settings where settings.person_id = done.person_id), 'UTC'))::date,
  days_per_week = coalesce(
    (select (slugs[1])::int from onboarding.answers where answers.person_id = done.person_id and question = 'num_of_days'), 1);
alter table challenges.completions alter column local_day set not null, alter column days_per_week set not null;
create index completions_local_day on challenges.completions (person_id, local_day desc) include (days_per_week);

-- Weeks, by their Monday, that a person planned to rest.
create table challenges.breaks (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  primary key (person_id, week)
);
