-- Accounts that staff closed: nobody gets in to them until a time, or, where none is named, until staff opens them again.
create table identity.bans (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  -- what the person is told
  reason text not null check (length(reason) between 1 and 500),
  banned_at timestamptz not null,
  until timestamptz
);
