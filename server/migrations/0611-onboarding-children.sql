-- The children that somebody dances with, as they told at the start. A profile is made of one when they want it.
create table onboarding.children (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- made by whoever asks, so that saving again changes nothing
  id uuid not null,
  position int not null,
  age int not null check (age between 0 and 17),
  -- when they were of that age
  told_at timestamptz not null,
  level text not null check (level in ('absolute-beginner', 'beginner', 'intermediate', 'advanced')),
  profile_id uuid references identity."user" ("id") on delete set null,
  primary key (person_id, id)
);
create index children_profile on onboarding.children (profile_id) where profile_id is not null;
