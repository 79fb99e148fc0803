-- A trailer: a stretch of a video that everyone may watch who sees the class's page.
alter table media.assets
  -- as an editor chose it, on the present version; null: no trailer
  add column trailer_from_ms int,
  add column trailer_to_ms int,
  -- rendering, ready or failed; null: no trailer
  add column trailer_state text,
  -- the rendered file, below /pictures/; null before the first
  add column trailer text;
