create schema studio;

-- Exports of everything, each a list of files that is sent as one archive. An unfinished one counts as failed after a day.
create table studio.exports (
  id uuid primary key,
  requested_at timestamptz not null,
  ready_at timestamptz,
  -- bytes of the archive
  size bigint,
  files integer,
  expires_at timestamptz
);
