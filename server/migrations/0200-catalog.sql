create schema catalog;

-- Typos are corrected where PostgreSQL's trigrams are there; without them a search finds exact words and beginnings.
do $$
begin
  create extension if not exists pg_trgm with schema public;
exception when others then
  raise notice 'pg_trgm is not available: searches will not correct typos';
end
$$;

create table catalog.sections (
  id int primary key generated always as identity,
  slug text not null unique,
  name text not null,
  description text not null,
  -- where it stands among the others
  position int not null default 0
);

create table catalog.styles (
  id int primary key generated always as identity,
  slug text not null unique,
  name text not null
);

create table catalog.instructors (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  bio text,
  -- path below /pictures/
  photo text,
  -- the account behind it; an instructor may teach without one
  person_id uuid unique references identity."user" ("id") on delete set null
);

create table catalog.categories (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  description text,
  section_id int not null references catalog.sections (id),
  -- slugs of the dance goals that it serves
  goals text[] not null default '{}',
  -- paths below /pictures/
  preview_picture text,
  preview_video text,
  position int not null default 0,
  -- published classes, kept by triggers
  class_count int not null default 0
);

create table catalog.classes (
  id uuid primary key default gen_random_uuid(),
  -- the readable name in URLs: classId in GraphQL
  slug text not null unique,
  title text not null,
  description text not null default '',
  level text not null check (level in ('absolute-beginner', 'beginner', 'intermediate', 'advanced')),
  level_rank smallint not null generated always as (
    case level when 'absolute-beginner' then 0 when 'beginner' then 1 when 'intermediate' then 2 else 3 end) stored,
  type text not null check (type in ('choreography', 'foundations', 'drill', 'workout', 'wellness', 'party')),
  access_type text not null check (access_type in ('free', 'basic', 'standard', 'premium')),
  access_rank smallint not null generated always as (
    case access_type when 'free' then 0 when 'basic' then 1 when 'standard' then 2 else 3 end) stored,
  is_explicit boolean not null default false,
  style_id int not null references catalog.styles (id),
  instructor_id uuid not null references catalog.instructors (id),
  section_id int not null references catalog.sections (id),
  duration_ms int not null check (duration_ms > 0),
  -- spans of even tempo: [{"startMs", "endMs", "bpm", "firstBeatMs"}], ascending
  beat_grid jsonb not null default '[]',
  -- path below /pictures/, without size and suffix
  picture text not null,
  -- media's asset; null until its source was given to media
  asset_id uuid unique,
  -- how much of the source has been made, while the product makes it itself
  preparation_percent smallint check (preparation_percent between 0 and 100),
  -- null: a draft
  published_at timestamptz,
  search tsvector not null default ''
);
create index classes_newest on catalog.classes (published_at desc, id desc) where published_at is not null;
create index classes_shortest on catalog.classes (duration_ms, id) where published_at is not null;
create index classes_title on catalog.classes (title, id) where published_at is not null;
create index classes_style on catalog.classes (style_id, published_at desc, id desc) where published_at is not null;
create index classes_instructor on catalog.classes (instructor_id, published_at desc, id desc) where published_at is not null;
create index classes_section on catalog.classes (section_id, published_at desc, id desc) where published_at is not null;
create index classes_next on catalog.classes (style_id, level_rank, published_at, id) where published_at is not null;
create index classes_search on catalog.classes using gin (search) with (fastupdate = off);

create table catalog.class_parts (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- from 1
  index int not null,
  title text not null,
  kind text not null check (kind in ('warm_up', 'breakdown', 'counts', 'slow', 'full_out', 'cool_down')),
  start_ms int not null check (start_ms >= 0),
  end_ms int not null check (end_ms > start_ms),
  eights int not null check (eights >= 0),
  primary key (class_id, index)
);

create table catalog.class_categories (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  category_id uuid not null references catalog.categories (id) on delete cascade,
  -- the class's own, so that a category's classes come in order from one index; kept by triggers
  published_at timestamptz,
  primary key (class_id, category_id)
);
create index class_categories_newest on catalog.class_categories (category_id, published_at desc, class_id desc)
  where published_at is not null;

create table catalog.followed_categories (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  category_id uuid not null references catalog.categories (id) on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (person_id, category_id)
);

-- Changes whenever what a list of classes may hold changes, so that counts can be kept outside the database.
create table catalog.revision (
  singleton boolean primary key default true check (singleton),
  number bigint not null
);
insert into catalog.revision (number) values (1);

create function catalog.advance_revision() returns trigger language plpgsql as $$
begin
  update catalog.revision set number = number + 1;
  return null;
end
$$;
create trigger advance_revision after insert or delete or truncate on catalog.classes
  for each statement execute function catalog.advance_revision();
create trigger advance_revision_on_change
  after update of title, description, level, type, access_type, is_explicit, style_id, instructor_id, section_id, duration_ms, published_at
  on catalog.classes for each statement execute function catalog.advance_revision();
create trigger advance_revision after insert or update or delete or truncate on catalog.class_categories
  for each statement execute function catalog.advance_revision();

-- A category's classes follow their class's publication, and are counted.
create function catalog.copy_publication() returns trigger language plpgsql as $$
begin
  select classes.published_at into new.published_at from catalog.classes where classes.id = new.class_id;
  return new;
end
$$;
create trigger copy_publication before insert on catalog.class_categories
  for each row execute function catalog.copy_publication();

create function catalog.pass_on_publication() returns trigger language plpgsql as $$
begin
  update catalog.class_categories set published_at = new.published_at where class_id = new.id;
  return null;
end
$$;
create trigger pass_on_publication after update of published_at on catalog.classes
  for each row when (old.published_at is distinct from new.published_at) execute function catalog.pass_on_publication();

create function catalog.count_classes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    update catalog.categories set class_count = class_count + added.classes
    from (select category_id, count(*) as classes from new_rows where published_at is not null group by category_id) as added
    where id = added.category_id;
  end if;
  if tg_op <> 'INSERT' then
    update catalog.categories set class_count = class_count - removed.classes
    from (select category_id, count(*) as classes from old_rows where published_at is not null group by category_id) as removed
    where id = removed.category_id;
  end if;
  return null;
end
$$;
create trigger count_inserted after insert on catalog.class_categories
  referencing new table as new_rows for each statement execute function catalog.count_classes();
create trigger count_updated after update on catalog.class_categories
  referencing old table as old_rows new table as new_rows for each statement execute function catalog.count_classes();
create trigger count_deleted after delete on catalog.class_categories
  referencing old table as old_rows for each statement execute function catalog.count_classes();
