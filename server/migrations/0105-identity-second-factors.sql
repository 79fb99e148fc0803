-- Sign-in in two steps, by an app that shows codes.
create table identity.two_factor (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  -- Encrypted.
  secret text not null,
  -- Null until a first code was right.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was used: no code works twice.
  last_step bigint not null default 0
);

-- Codes for when the app is gone; hashes. Each works once.
create table identity.recovery_codes (
  person_id uuid not null references identity.two_factor (person_id) on delete cascade,
  hash text not null,
  primary key (person_id, hash)
);

-- better-auth's table, with the column names that it uses.
create table identity."passkey" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text,
  "publicKey" text not null,
  "userId" uuid not null references identity."user" ("id") on delete cascade,
  "credentialID" text not null unique,
  "counter" bigint not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index passkey_user_id on identity."passkey" ("userId");
