-- Addresses that were given before there was a difference between given and proved.
update identity."user" set "pendingEmail" = "email", "email" = "id" || '@pending.invalid'
  where not "emailVerified" and not "isAnonymous";

-- When the person last showed, in this session, that it is they: by signing in, or by the password again.
alter table identity."session" add column "confirmedAt" timestamptz not null default now();

-- Keys that were mailed: to prove an address, to choose a new password, to sign in. Only their hashes are here; each works once.
create table identity.mail_keys (
  hash text primary key,
  purpose text not null check (purpose in ('prove', 'reset', 'sign_in')),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- Where it was sent: whoever brings it has that mailbox.
  address text not null,
  expires_at timestamptz not null
);
create index mail_keys_person on identity.mail_keys (person_id, purpose);
create index mail_keys_expires_at on identity.mail_keys (expires_at);

-- How often something was tried within a window of time. Keys are hashes: neither addresses nor mailboxes are kept.
create unlogged table identity.tries (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index tries_ends_at on identity.tries (ends_at);

drop table identity."rateLimit";
