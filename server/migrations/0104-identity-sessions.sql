-- A session's credential rotates: when the current one began, and whether it has been used since.
alter table identity."session"
  add column "rotatedAt" timestamptz not null default now(),
  add column "tokenUsed" boolean not null default false;

-- Credentials that another replaced, as hashes. One that comes back late was copied: its session ends.
create table identity.spent_tokens (
  hash text primary key,
  session_id uuid not null references identity."session" ("id") on delete cascade,
  spent_at timestamptz not null
);
create index spent_tokens_session on identity.spent_tokens (session_id);
