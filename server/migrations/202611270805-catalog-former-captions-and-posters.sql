-- Captions and images of classes that were replaced or removed, and may be used again for a while.
create table catalog.former_captions (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references catalog.classes (id) on delete cascade,
  language text not null,
  label text not null,
  content text not null,
  -- what their times are for, as in catalog.class_captions
  cut_of uuid,
  cut_from_ms int not null default 0,
  replaced_at timestamptz not null
);
create index former_captions_class on catalog.former_captions (class_id);
create index former_captions_at on catalog.former_captions (replaced_at);

create table catalog.former_posters (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- below /pictures/
  poster text not null,
  poster_x int not null,
  poster_y int not null,
  portrait_x int,
  portrait_y int,
  replaced_at timestamptz not null
);
create index former_posters_class on catalog.former_posters (class_id);
create index former_posters_at on catalog.former_posters (replaced_at);
