-- Tempo and beats that the sound of an asset's present version proposes.
create table media.beats (
  asset_id uuid primary key references media.assets (id) on delete cascade,
  -- [{startMs, endMs, bpm, firstBeatMs, confidence}], ascending
  spans jsonb not null
);
