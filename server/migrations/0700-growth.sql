create schema growth;

-- Switches of the product; `configs.featureFlags` shows them to every client.
create table growth.feature_flags (
  name text primary key check (name ~ '^[a-z0-9-]+$'),
  enabled boolean not null default false
);
insert into growth.feature_flags (name, enabled) values ('onboarding-variant-b', false);

-- What the collector took in, by the message's own id: a message that is sent twice is kept once.
create table growth.tracked_events (
  message_id text primary key,
  type text not null,
  event jsonb not null,
  received_at timestamptz not null default now()
);
create index tracked_events_received_at on growth.tracked_events (received_at);
