-- The studio's own settings: one row, whose document the server validates.
create schema site;
create table site.settings (
  id boolean primary key default true check (id),
  -- Counts every change, for optimistic locking and for caches.
  version int not null default 1,
  data jsonb not null default '{}',
  saved_at timestamptz,
  -- Null: nothing is for sale yet.
  opened_at timestamptz
);
-- A studio that already sells stays open.
insert into site.settings (opened_at) select min(created_at) from billing.subscriptions;
