-- What a person wrote, or drew on the picture, at a moment of a class. Nobody else sees it.
create table practice.notes (
  -- made by the client, so that saving twice makes one
  id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  class_id uuid not null references catalog.classes (id) on delete cascade,
  at_ms int not null check (at_ms >= 0),
  text text not null check (length(text) <= 2000),
  -- lines on the picture: {angle, strokes: [[x, y, …]]}, shares of the unmirrored picture
  drawing jsonb,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (text <> '' or drawing is not null)
);
create index notes_class on practice.notes (person_id, class_id, at_ms, id);
create index notes_of_class on practice.notes (class_id);
