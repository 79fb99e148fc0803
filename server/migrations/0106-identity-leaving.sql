-- Copies of everything about a person, which they asked for.
create table identity.exports (
  id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  requested_at timestamptz not null,
  -- Null while it is made.
  ready_at timestamptz,
  size bigint,
  expires_at timestamptz
);
create index exports_person on identity.exports (person_id, requested_at desc);
create index exports_expires_at on identity.exports (expires_at) where expires_at is not null;

-- Accounts that go, unless their people change their minds before.
create table identity.leavings (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null
);
create index leavings_due_at on identity.leavings (due_at);
