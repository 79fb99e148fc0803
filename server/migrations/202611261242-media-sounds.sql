-- What the sound of an asset's version was analyzed for: drawing it, and proposing parts.
create table media.sounds (
  asset_id uuid primary key references media.assets (id) on delete cascade,
  version uuid not null,
  -- loudness, a byte per 20 ms; empty without sound
  peaks bytea not null,
  -- [{kind, startMs, endMs}]: silence, talk or music, ascending, without gaps
  segments jsonb not null
);
