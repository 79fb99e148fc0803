-- Who asked to be notified once when an upcoming class is published.
create table catalog.release_alerts (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  created_at timestamptz not null,
  -- when the class was published: the person is being notified, or was
  released_at timestamptz,
  primary key (class_id, person_id)
);
create index release_alerts_person on catalog.release_alerts (person_id);
create index release_alerts_released on catalog.release_alerts (released_at) where released_at is not null;
