-- A member of a family is a person of their own, with progress and badges of their own, whom nobody can sign in as: they dance within
-- the sessions of the account that holds them.
alter table identity."user"
  add column "accountId" uuid references identity."user" ("id") on delete cascade,
  add column "isChild" boolean not null default false,
  add constraint user_child_is_held check (not "isChild" or "accountId" is not null);
create index user_account on identity."user" ("accountId", "createdAt", "id") where "accountId" is not null;

-- Who dances in a session; null: whoever signed in. When that profile goes, the session ends: it mustn't become a grown-up's.
alter table identity."session" add column "profileId" uuid references identity."user" ("id") on delete cascade;
create index session_profile on identity."session" ("profileId") where "profileId" is not null;

-- What leads out of a child's profile, as a hash.
create table identity.family_pins (
  account_id uuid primary key references identity."user" ("id") on delete cascade,
  hash text not null,
  set_at timestamptz not null
);
