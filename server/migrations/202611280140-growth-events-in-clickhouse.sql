-- How far each reader of events has read those in ClickHouse, whose order is its own: see growth.forwarders for those in PostgreSQL.
create table growth.event_marks (
  id text primary key,
  -- seconds since 1970, by ClickHouse's clock
  received_at bigint not null,
  position bigint not null,
  message_id text not null,
  moved_at timestamptz
);

-- Deleted people whose events ClickHouse may still have, under each id that they had.
create table growth.event_erasures (
  person_id text primary key,
  requested_at timestamptz not null
);
create index event_erasures_requested_at on growth.event_erasures (requested_at, person_id);
