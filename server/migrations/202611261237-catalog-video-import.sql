-- Folders of videos that become drafts of classes.
create table catalog.video_imports (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null,
  -- A teacher's, whose classes all have this instructor; null: an editor's.
  instructor_id uuid references catalog.instructors (id),
  -- What a draft begins with where its file says nothing else.
  defaults jsonb not null
);
create index video_imports_created_at on catalog.video_imports (created_at);

create table catalog.video_import_items (
  id uuid primary key,
  import_id uuid not null references catalog.video_imports (id) on delete cascade,
  position integer not null,
  added_at timestamptz not null,
  -- The file, as the device has it that sends it. Its fingerprint is known once in the studio.
  folder text not null,
  file_name text not null,
  size_bytes bigint not null,
  fingerprint text not null unique,
  recorded_at timestamptz,
  -- Of the service that the file comes from.
  video_id text,
  -- Another view of that item's class; null: a class of its own.
  main_id uuid references catalog.video_import_items (id) on delete cascade,
  angle text not null,
  -- What its draft begins with, and which of that a person or a table said.
  fields jsonb not null,
  filled text[] not null default '{}',
  -- What its file says of a song, and the song that is chosen.
  proposed_song jsonb,
  song_id uuid references catalog.songs (id) on delete set null,
  class_id uuid references catalog.classes (id) on delete cascade,
  source_video_id uuid
);
create index video_import_items_import on catalog.video_import_items (import_id, position);
create index video_import_items_main on catalog.video_import_items (main_id) where main_id is not null;
create index video_import_items_song on catalog.video_import_items (song_id) where song_id is not null;
create index video_import_items_class on catalog.video_import_items (class_id) where class_id is not null;
create index video_import_items_source on catalog.video_import_items (source_video_id) where source_video_id is not null;
create index video_import_items_unused on catalog.video_import_items (added_at) where class_id is null;
