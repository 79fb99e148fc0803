-- The songs of classes.
create table catalog.songs (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  artist text not null,
  isrc text unique check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  -- the label, or another holder of the rights
  rights_holder text,
  rights text not null check (rights in ('licensed', 'own', 'royalty_free', 'unclear')),
  is_explicit boolean not null default false,
  -- of published classes; kept by triggers
  class_count int not null default 0,
  -- what the song is found and sorted by, without accents
  words text not null generated always as (catalog.plain(title || ' ' || artist)) stored,
  initial text not null generated always as (
    case when catalog.plain(title) ~ '^[a-z]' then left(catalog.plain(title), 1) else '#' end) stored,
  created_at timestamptz not null
);
create index songs_named on catalog.songs (words, id);
create index songs_initial on catalog.songs (initial, words, id) where class_count > 0;
create index songs_popular on catalog.songs (class_count desc, words, id) where class_count > 0;

-- Links to songs that were merged into another.
create table catalog.song_aliases (
  slug text primary key,
  song_id uuid not null references catalog.songs (id) on delete cascade
);
create index song_aliases_song on catalog.song_aliases (song_id);

create table catalog.class_songs (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  place smallint not null check (place between 1 and 30),
  song_id uuid not null references catalog.songs (id),
  -- both null: it isn't known when the song sounds
  start_ms int check (start_ms >= 0),
  end_ms int check (end_ms > start_ms),
  primary key (class_id, place),
  check ((start_ms is null) = (end_ms is null))
);
create index class_songs_song on catalog.class_songs (song_id, class_id);

alter table catalog.classes
  -- stems of its songs; kept by triggers
  add column song_words tsvector,
  -- its fastest tempo, at which it is danced full out; kept by a trigger
  add column bpm smallint;

create function catalog.full_tempo(grid jsonb) returns smallint language sql immutable parallel safe as $$
  select round(max((span ->> 'bpm')::numeric))::smallint from jsonb_array_elements(grid) as span
$$;
create function catalog.fill_bpm() returns trigger language plpgsql as $$
begin
  new.bpm := catalog.full_tempo(new.beat_grid);
  return new;
end
$$;
create trigger fill_bpm before insert or update of beat_grid on catalog.classes
  for each row execute function catalog.fill_bpm();
create trigger advance_revision_on_tempo after update of beat_grid on catalog.classes
  for each statement execute function catalog.advance_revision();

-- A name is also found by its stems, as the query has them: "James" beside another word.
create or replace function catalog.fill_search() returns trigger language plpgsql as $$
declare
  style_name text := (select name from catalog.styles where id = new.style_id);
  instructor_name text := catalog.plain(coalesce((select name from catalog.instructors where id = new.instructor_id), ''));
  title text := catalog.plain(new.title);
  kind text := catalog.plain(coalesce(style_name, '') || ' ' || replace(new.type, '-', ' '));
  description text := catalog.plain(new.description);
begin
  new.search :=
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('simple', catalog.plain(coalesce(style_name, '')) || ' ' || instructor_name), 'B')
    || setweight(to_tsvector('english', kind), 'C')
    || setweight(to_tsvector('english', description), 'D')
    || setweight(to_tsvector('spanish', title) || to_tsvector('german', title), 'A')
    || setweight(catalog.name_words(instructor_name), 'B')
    || setweight(to_tsvector('spanish', kind) || to_tsvector('german', kind), 'C')
    || setweight(to_tsvector('spanish', description) || to_tsvector('german', description), 'D')
    || coalesce(new.song_words, '')
    || coalesce(new.translated_words, '');
  return new;
end
$$;
create function catalog.name_words(name text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', name) || to_tsvector('english', name) || to_tsvector('spanish', name) || to_tsvector('german', name)
$$;
drop trigger fill_search on catalog.classes;
create trigger fill_search
  before insert or update of title, description, type, style_id, instructor_id, translated_words, song_words on catalog.classes
  for each row execute function catalog.fill_search();

-- A class with an explicit song is explicit, whatever was meant to be written.
create function catalog.keep_explicit() returns trigger language plpgsql as $$
begin
  if not new.is_explicit and exists (
    select from catalog.class_songs join catalog.songs on songs.id = class_songs.song_id
    where class_songs.class_id = new.id and songs.is_explicit
  ) then
    new.is_explicit := true;
  end if;
  return new;
end
$$;
create trigger keep_explicit before update of is_explicit on catalog.classes
  for each row when (not new.is_explicit) execute function catalog.keep_explicit();

-- What classes keep of their songs: words to be found by, and that they are explicit. Nothing makes a class clean by itself.
create function catalog.refill_song_words(ids uuid[]) returns void language sql as $$
  update catalog.classes set
    song_words = (
      select setweight(catalog.name_words(string_agg(songs.words, ' ' order by songs.words)), 'B')
      from catalog.songs where songs.id in (select song_id from catalog.class_songs where class_id = classes.id)),
    is_explicit = is_explicit or exists (
      select from catalog.class_songs join catalog.songs on songs.id = class_songs.song_id
      where class_songs.class_id = classes.id and songs.is_explicit)
  where id = any(ids)
$$;
create function catalog.count_classes_of_songs(ids uuid[]) returns void language sql as $$
  update catalog.songs set class_count = (
    select count(distinct classes.id) from catalog.class_songs join catalog.classes on classes.id = class_songs.class_id
    where class_songs.song_id = songs.id and classes.published_at is not null)
  where id = any(ids)
$$;
create function catalog.keep_class_songs() returns trigger language plpgsql as $$
begin
  perform catalog.refill_song_words(array(select distinct class_id from changed order by class_id));
  perform catalog.count_classes_of_songs(array(select distinct song_id from changed order by song_id));
  return null;
end
$$;
create trigger keep_added after insert on catalog.class_songs
  referencing new table as changed for each statement execute function catalog.keep_class_songs();
create trigger keep_changed after update on catalog.class_songs
  referencing new table as changed for each statement execute function catalog.keep_class_songs();
create trigger keep_removed after delete on catalog.class_songs
  referencing old table as changed for each statement execute function catalog.keep_class_songs();

create function catalog.keep_song() returns trigger language plpgsql as $$
begin
  perform catalog.refill_song_words(array(select distinct class_id from catalog.class_songs where song_id = new.id order by class_id));
  return null;
end
$$;
create trigger keep_song after update of title, artist, is_explicit on catalog.songs
  for each row when ((old.title, old.artist, old.is_explicit) is distinct from (new.title, new.artist, new.is_explicit))
  execute function catalog.keep_song();

create function catalog.count_published_songs() returns trigger language plpgsql as $$
begin
  perform catalog.count_classes_of_songs(array(select distinct song_id from catalog.class_songs where class_id = new.id order by song_id));
  return null;
end
$$;
create trigger count_published_songs after update of published_at on catalog.classes
  for each row when ((old.published_at is null) <> (new.published_at is null)) execute function catalog.count_published_songs();

-- Misspelt songs are corrected as titles are.
create function catalog.collect_song_words() returns trigger language plpgsql as $$
begin
  insert into catalog.search_words (word)
  select distinct found.word from regexp_split_to_table(new.words, '[^[:alnum:]]+') as found (word)
  where length(found.word) between 3 and 40
  order by found.word
  on conflict do nothing;
  return null;
end
$$;
create trigger collect_words after insert or update of title, artist on catalog.songs
  for each row execute function catalog.collect_song_words();

update catalog.classes set title = title, beat_grid = beat_grid;
