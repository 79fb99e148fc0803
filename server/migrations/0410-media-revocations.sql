-- Links to whole classes that were given before a right ended: those that end up to then are no longer good.
create table media.revocations (
  person_id uuid primary key,
  links_until timestamptz not null
);
