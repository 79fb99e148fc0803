alter table media.assets
  -- whom it belongs to: a class, a member's upload
  add column owner_kind text,
  add column owner_id uuid,
  -- file names under /pictures/, by their content
  add column poster text,
  add column thumbnail text,
  add column source_bytes bigint,
  add column stored_bytes bigint,
  -- what to make it of, kept so that a transcode whose worker died can be ordered again
  add column transcode_order jsonb,
  -- from the order until it is published or failed
  add column is_pending boolean not null default false,
  -- transcodes begun since the order, without those that a shutdown stopped
  add column tries smallint not null default 0;
-- orders from before this migration have their jobs still
update media.assets set is_pending = true where availability = 'uploaded';
create index assets_owner on media.assets (owner_kind, owner_id);
create index assets_pending on media.assets (requested_at) where is_pending;

-- Each run of a transcode; its version names the files that it puts.
create table media.attempts (
  version uuid primary key,
  asset_id uuid not null references media.assets on delete cascade,
  state text not null check (state in ('running', 'published', 'retired', 'failed', 'superseded', 'stopped')),
  reason text,
  -- the end of what the failing program wrote
  detail text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index attempts_asset on media.attempts (asset_id, state);
