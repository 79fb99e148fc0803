-- The realtime database: one row for each leaf of the tree, by its whole path without the first slash.
create table growth.rtdb_leaves (
  path text collate "C" primary key,
  value jsonb not null check (jsonb_typeof(value) <> 'null')
);

-- What changed lately, for those who listen on any server.
create table growth.rtdb_changes (
  id bigint generated always as identity primary key,
  path text not null,
  kind text not null check (kind in ('put', 'patch')),
  data jsonb not null,
  changed_at timestamptz not null default now()
);
create index rtdb_changes_changed_at on growth.rtdb_changes (changed_at);
