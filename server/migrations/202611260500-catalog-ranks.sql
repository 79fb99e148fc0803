-- What lists are sorted by, as the practice module's job last counted it. Not part of the catalog's revision: no count changes with it.
alter table catalog.classes
  -- plays in the last 28 days
  add column plays_lately int not null default 0,
  -- how many of its dancers finish it, 0 to 1000; few dancers say little
  add column finished_score smallint not null default 0;
