create schema media;

-- A video that the pipeline publishes: a class with its angles, or what a member uploaded.
create table media.assets (
  id uuid primary key,
  availability text not null default 'requested' check (availability in ('requested', 'uploaded', 'available', 'error')),
  -- of the transcode that runs or ran last
  percent smallint not null default 0 check (percent between 0 and 100),
  -- why it can't be had: a reason of the pipeline
  error_reason text,
  -- names the published files; null before the first publication
  version uuid,
  duration_ms int,
  width int,
  height int,
  has_back boolean not null default false,
  captions jsonb not null default '[]',
  requested_at timestamptz not null default now(),
  available_at timestamptz
);

-- Who plays what now; a row counts for a minute after its last segment.
create unlogged table media.streams (
  person_id uuid not null,
  stream_id text not null,
  seen_at timestamptz not null,
  primary key (person_id, stream_id)
);
create index streams_seen_at on media.streams (seen_at);
