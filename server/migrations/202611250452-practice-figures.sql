-- How classes are danced, without persons: counted while practice is recorded. Days older than a quarter are joined into their month.
create table practice.class_days (
  -- in the studio's time zone; the first of a month may stand for the whole month
  day date not null,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- began after half an hour without practice
  plays int not null default 0,
  -- by the clock on the wall, so that a loop counts each time
  danced_ms bigint not null default 0,
  primary key (day, class_id)
) with (fillfactor = 70);
create index class_days_class on practice.class_days (class_id, day);

-- With which tempo and view a class is danced in a month.
create table practice.class_use (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- its first day
  month date not null,
  -- percent of the class's own, in steps of five
  tempo smallint not null check (tempo between 25 and 150),
  angle text not null,
  is_mirrored boolean not null,
  danced_ms bigint not null default 0,
  primary key (class_id, month, tempo, angle, is_mirrored)
) with (fillfactor = 70);

-- Searches that found no class. The searcher is a keyed hash that changes each month, so that people are counted and not known.
create table catalog.missed_searches (
  month date not null,
  text text not null check (length(text) between 2 and 60),
  searcher bytea not null,
  primary key (month, text, searcher)
);
create index missed_searches_searcher on catalog.missed_searches (month, searcher);
