-- Hashes of guests' session tokens that a registration ended, so that a second tab doesn't register the guest again.
create table identity.upgraded_sessions (
  hash text primary key,
  expires_at timestamptz not null
);
create index upgraded_sessions_expiry on identity.upgraded_sessions (expires_at);
