-- Angles of a class that also have an upright version, and the version of the class that has them: a server of the previous release
-- publishes versions without.
alter table media.assets
  add column upright_angles text[] not null default '{}',
  add column upright_version uuid;

-- Source videos of upright versions, as editors uploaded them. Beside class_films, where a server of the previous release expects one
-- row per angle.
create table catalog.class_upright_films (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  angle text not null check (angle ~ '^[a-z][a-z_]{0,19}$'),
  -- media's
  film_id uuid not null unique,
  file_name text not null,
  size_bytes bigint not null,
  state text not null default 'sending' check (state in ('sending', 'ready', 'refused')),
  -- a reason of media's pipeline
  refusal text,
  primary key (class_id, angle)
);
