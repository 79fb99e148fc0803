-- Source videos that were replaced or removed, and may be used again for a while.
create table catalog.replaced_source_videos (
  source_video_id uuid primary key,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  angle text not null check (angle ~ '^[a-z][a-z_]{0,19}$'),
  is_upright boolean not null,
  file_name text not null,
  size_bytes bigint not null,
  duration_ms int,
  replaced_at timestamptz not null
);
create index replaced_source_videos_class on catalog.replaced_source_videos (class_id);
create index replaced_source_videos_at on catalog.replaced_source_videos (replaced_at);
