create schema challenges;

-- What counts. One that no challenge owns stands for everybody, from their first completed class on.
create table challenges.achievements (
  id uuid primary key default gen_random_uuid(),
  trigger_type text not null check (trigger_type in
    ('class_completed', 'required_classes_completed', 'minutes_practised', 'days_practised', 'streak_weeks')),
  is_standing boolean not null default false
);
create table challenges.required_classes (
  achievement_id uuid not null references challenges.achievements (id) on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  position int not null,
  primary key (achievement_id, class_id)
);

create table challenges.challenges (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  description text not null,
  achievement_id uuid not null unique references challenges.achievements (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  goal_header text not null,
  subtitle_header text not null,
  earned_by_header text not null,
  check (starts_at < ends_at)
);
create index challenges_ends_at on challenges.challenges (ends_at desc, id);

create table challenges.badges (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  name text not null,
  description text not null,
  achievement_id uuid not null references challenges.achievements (id) on delete cascade,
  -- classes, minutes, days or weeks, as the achievement counts
  amount_to_earn int not null check (amount_to_earn > 0),
  unique (achievement_id, amount_to_earn)
);

-- Every completed class of a person, as the news of it told: what all progress is worked out from.
create table challenges.completions (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  completed_at timestamptz not null,
  played_ms int not null,
  primary key (person_id, class_id)
);

create table challenges.progress (
  achievement_id uuid not null references challenges.achievements (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  joined_at timestamptz not null,
  amount int not null default 0,
  -- when the amount was reached
  reached_at timestamptz not null,
  is_listed boolean not null default true,
  primary key (achievement_id, person_id)
);
create index progress_leaders on challenges.progress (achievement_id, amount desc, reached_at, person_id) where is_listed;
create index progress_person on challenges.progress (person_id);

create table challenges.earned_badges (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  badge_id uuid not null references challenges.badges (id) on delete cascade,
  -- the class whose completion earned it
  class_id uuid references catalog.classes (id) on delete set null,
  earned_at timestamptz not null,
  primary key (person_id, badge_id)
);
create index earned_badges_earned_at on challenges.earned_badges (person_id, earned_at desc);

create table challenges.settings (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  is_listed boolean not null default true,
  time_zone text not null default 'UTC'
);

-- The studio's standing badges, in eights.
with standing as (
  insert into challenges.achievements (trigger_type, is_standing) values
    ('class_completed', true), ('days_practised', true), ('minutes_practised', true), ('streak_weeks', true)
  returning id, trigger_type
)
insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn)
select new.slug, new.name, new.description, standing.id, new.amount
from (values
  ('class_completed', 'first-class', 'First class', 'You danced a whole class', 1),
  ('class_completed', 'eight-classes', 'An eight of classes', 'Eight classes, start to end', 8),
  ('class_completed', 'sixteen-classes', 'Two eights', 'Sixteen classes, start to end', 16),
  ('class_completed', 'sixty-four-classes', 'Eight eights', 'Sixty-four classes, start to end', 64),
  ('days_practised', 'eight-days', 'Eight days', 'Classes on eight different days', 8),
  ('days_practised', 'thirty-two-days', 'Four eights of days', 'Classes on thirty-two different days', 32),
  ('minutes_practised', 'eighty-eight-minutes', 'Eighty-eight minutes', 'Minutes of classes that you finished', 88),
  ('minutes_practised', 'eight-hundred-minutes', 'Eight hundred minutes', 'Minutes of classes that you finished', 800),
  ('streak_weeks', 'four-weeks', 'Half an eight', 'Your own rhythm, four weeks in a row', 4),
  ('streak_weeks', 'eight-weeks', 'A full eight', 'Your own rhythm, eight weeks in a row', 8)
) as new (trigger_type, slug, name, description, amount) join standing using (trigger_type);
