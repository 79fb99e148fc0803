-- The sound of classes, slowed by the server for tempos at which browsers do it badly.
alter table media.assets
  -- the version whose slow sounds stand; another than `version`: they are still to come
  add column slow_version uuid,
  -- tempos that there is a sound for, percent of the class's own
  add column slow_percents smallint[] not null default '{}';
-- what is still to come
create index assets_without_slow_sound on media.assets (id)
  where version is not null and slow_version is distinct from version and transcode_order ->> 'origin' = 'studio';
