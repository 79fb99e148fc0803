-- What staff write down about an account. The account holder gets it with their data export.
create table identity.staff_notes (
  id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- null once the author's account is deleted
  staff_id uuid references identity."user" ("id") on delete set null,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null
);
create index staff_notes_person on identity.staff_notes (person_id, created_at desc, id desc);
create index staff_notes_staff on identity.staff_notes (staff_id);
