-- Emails about who gets into an account carry a link by which its person says that it wasn't they. Only the token's hash is stored.
create table identity.security_reports (
  hash text primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  kind text not null check (kind in ('passkey_added', 'new_device', 'email_change_requested', 'email_changed')),
  -- the mailbox that was told, to which the account goes back
  email text not null,
  passkey_id uuid,
  device text,
  country text,
  -- everything about signing in that was changed from here on is undone
  happened_at timestamptz not null,
  expires_at timestamptz not null
);
create index security_reports_person_id on identity.security_reports (person_id, happened_at);
create index security_reports_expires_at on identity.security_reports (expires_at);
-- Part of what the cookie of a known browser says: a higher number makes every browser new to the account.
alter table identity."user" add column "deviceEpoch" integer not null default 0;
