-- When each source video starts beside the main one of its class, and how it was found out.
alter table catalog.class_films
  -- of the video itself; null for those of the previous release
  add column duration_ms int,
  -- source video of the main angle that the values are for
  add column aligned_to uuid,
  add column offset_ms int not null default 0,
  -- how much faster its clock runs, parts per million
  add column drift_ppm int not null default 0,
  -- 0 to 1; null: set by an editor
  add column confidence real;
alter table catalog.class_upright_films
  add column duration_ms int,
  add column aligned_to uuid,
  add column offset_ms int not null default 0,
  add column drift_ppm int not null default 0,
  add column confidence real;
alter table catalog.classes
  -- what the published video was cut from: a source video, and where it starts in it
  add column cut_of uuid,
  add column cut_from_ms int not null default 0,
  -- the stretch to use, in the time of the main source video `trim_of`; null: all that every angle has
  add column trim_of uuid,
  add column trim_from_ms int,
  add column trim_to_ms int,
  -- when that source video starts beside the main one that replaced it; null: unknown
  add column replaced_offset_ms int,
  add column replaced_aligned_to uuid;
