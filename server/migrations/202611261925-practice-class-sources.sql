-- What plays of a class came from, without the person.
create table practice.class_sources (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- its first day
  month date not null,
  source text not null,
  plays integer not null default 0,
  primary key (class_id, month, source)
) with (fillfactor = 70);
