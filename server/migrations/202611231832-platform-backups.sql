-- When backups were finished, for the opening's list.
create table platform.backups (
  id text primary key,
  finished_at timestamptz not null
);
create index backups_finished on platform.backups (finished_at desc);
