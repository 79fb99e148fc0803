alter table identity."user"
  add column bio text check (length(bio) <= 500),
  add column links jsonb not null default '[]';

-- What a name looks like: case apart, and with letters and digits that are taken for each other made one.
create function identity.name_look(name text) returns text
  language sql immutable strict parallel safe
  return translate(lower(name), '01i', 'oll');

drop index identity.user_username;
create unique index user_username on identity."user" (identity.name_look("username"));

-- A name that was given up stays its former owner's for a while, so that nobody slips into it.
create table identity.held_usernames (
  look text primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  held_until timestamptz not null
);
create index held_usernames_person on identity.held_usernames (person_id);
