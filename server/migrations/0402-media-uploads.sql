-- A file that a member sends by tus: from the ticket until the transcode no longer needs it. The row outlives its asset for a
-- while, so that deleting makes no room for another upload of the same day.
create table media.uploads (
  asset_id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  file_name text not null,
  -- as the ticket allows; the file that comes must have exactly as many
  size_bytes bigint not null check (size_bytes > 0),
  -- what to keep of it, and where its cover is taken; milliseconds of the source
  trim_start_ms int check (trim_start_ms >= 0),
  trim_end_ms int check (trim_end_ms > coalesce(trim_start_ms, 0)),
  cover_at_ms int check (cover_at_ms >= 0),
  requested_at timestamptz not null,
  -- the last byte has come
  received_at timestamptz,
  -- its file is no longer needed: published, refused, deleted or given up
  ended_at timestamptz
);
create index uploads_person on media.uploads (person_id, requested_at desc);
create index uploads_open on media.uploads (requested_at) where ended_at is null;
