-- How long a song is, and which of its eights classes dance: counted from 1, null if no one has said so.
alter table catalog.songs add column duration_ms int check (duration_ms between 10000 and 1800000);
alter table catalog.class_songs
  add column first_eight smallint check (first_eight between 1 and 500),
  add column last_eight smallint check (last_eight between 1 and 500);

-- Whether dancers may hear 30 seconds of a song by itself, which the right to use it in classes seldom includes.
alter table catalog.songs add column offers_excerpt boolean not null default false;

-- What was cut for that, from which moments of a class's video.
create table catalog.song_excerpts (
  song_id uuid primary key references catalog.songs (id) on delete cascade,
  -- below /pictures/; null: no class had enough music to cut from, or it couldn't be cut
  name text,
  class_id uuid references catalog.classes (id) on delete set null,
  version uuid,
  start_ms int,
  end_ms int,
  made_at timestamptz not null,
  check ((name is null) = (version is null) and (name is null) = (start_ms is null) and (name is null) = (end_ms is null))
);
create index song_excerpts_class on catalog.song_excerpts (class_id);
