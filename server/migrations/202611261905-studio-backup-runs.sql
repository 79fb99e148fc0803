-- Backups that the server itself makes. Finished ones are in platform.backups too, with those of npm run backup.
create table studio.backup_runs (
  id uuid primary key,
  -- The day in the studio's time zone; null for one that an admin asked for.
  night date unique,
  attempts integer not null default 1,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Why it failed; null while it runs, and once it succeeded.
  failure text
);
create index backup_runs_started on studio.backup_runs (started_at desc);
