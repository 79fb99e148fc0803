-- The outbox: news of what happened, written in the transaction in which it happened.
create table platform.events (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  payload jsonb not null,
  actor_id uuid,
  request_id text not null,
  occurred_at timestamptz not null default now()
);
create index events_name_occurred_at on platform.events (name, occurred_at);

-- Which worker processes are alive; the jobs of one that fell silent are taken over.
create table platform.workers (
  id text primary key,
  -- the names under which its jobs are locked
  lock_ids text[] not null,
  seen_at timestamptz not null default now()
);
