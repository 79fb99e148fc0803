-- Who dances along in a session, in one living room: what is practised counts for each of them.
create table practice.together (
  session_id uuid not null references identity."session" ("id") on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  since timestamptz not null,
  primary key (session_id, person_id)
);
create index together_person on practice.together (person_id);
