-- Who wrote a song, and the code of the work (ISO 15707): societies of authors identify works by them.
alter table catalog.songs
  add column writers text,
  add column iswc text check (iswc ~ '^T[0-9]{10}$');
