-- Events by which positions in a class were moved, so that each moves them once.
create table practice.moves (
  event_id uuid primary key,
  moved_at timestamptz not null
);
create index moves_moved_at on practice.moves (moved_at);
