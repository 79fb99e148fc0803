-- A person's own ordered lists of classes.
create table practice.playlists (
  -- made by the client, so that creating twice makes one
  id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- part of the link by which others see it; null: private
  share_key uuid unique,
  -- counts changes of its classes, so that two tabs don't undo each other's order
  revision int not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index playlists_person on practice.playlists (person_id, changed_at desc, id);

create table practice.playlist_classes (
  playlist_id uuid not null references practice.playlists (id) on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- ascending; gaps stay where a class was removed
  place int not null,
  added_at timestamptz not null,
  primary key (playlist_id, class_id)
);
create index playlist_classes_place on practice.playlist_classes (playlist_id, place);
create index playlist_classes_class on practice.playlist_classes (class_id);
