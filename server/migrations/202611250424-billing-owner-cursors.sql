-- Until when the changes of a provider that owns subscriptions have been read.
create table billing.owner_cursors (
  provider text primary key,
  changed_until timestamptz not null
);
