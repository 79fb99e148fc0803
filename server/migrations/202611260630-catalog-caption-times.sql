-- What the times of captions are for: a source video, and where their 0 is in it; null: the published video.
alter table catalog.class_captions
  add column cut_of uuid,
  add column cut_from_ms int not null default 0;
