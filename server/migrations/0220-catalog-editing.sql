-- Classes that the studio's editors make.
alter table catalog.classes
  -- known once a film was transcoded
  alter column duration_ms drop not null,
  add constraint classes_published_with_length check (published_at is null or duration_ms is not null),
  -- advances with each change by an editor, who says what they have seen
  add column revision int not null default 1,
  -- to the millisecond, as clients hold it: drafts come in pages by it
  add column drafted_at timestamptz not null default date_trunc('milliseconds', now()),
  -- a class that comes back is as old as it was
  add column first_published_at timestamptz,
  -- the same order to make a class, sent again, makes none
  add column draft_key text unique;
update catalog.classes set first_published_at = published_at;

create index classes_drafts on catalog.classes (drafted_at desc, id desc) where published_at is null;

-- The files that a class is made of, as its editors sent them.
create table catalog.class_films (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  angle text not null check (angle in ('front', 'back')),
  -- media's
  film_id uuid not null unique,
  file_name text not null,
  size_bytes bigint not null,
  state text not null default 'sending' check (state in ('sending', 'ready', 'refused')),
  -- a reason of media's pipeline
  refusal text,
  primary key (class_id, angle)
);

create table catalog.class_captions (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- BCP 47, lower case
  language text not null,
  label text not null,
  -- WebVTT
  content text not null,
  primary key (class_id, language)
);
