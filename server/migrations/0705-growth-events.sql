-- What the collector took in, a partition for each month in which it came. A message that is sent twice is kept once.
create table growth.events (
  message_id text not null,
  received_month date not null,
  type text not null check (type in ('page', 'screen', 'track', 'identify', 'group', 'alias')),
  -- the event's name, or the page's
  name text,
  user_id text,
  anonymous_id text,
  -- when it happened, corrected by how far the sender's clock was off
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- where it came from; the address itself isn't kept
  country_code text,
  -- what led here, where the event says it
  source text,
  medium text,
  campaign text,
  message jsonb not null,
  -- in which order it can be told to others: see growth.rtdb_changes
  xact xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  primary key (message_id, received_month)
) partition by range (received_month);
create index events_user on growth.events (user_id, happened_at) where user_id is not null;
create index events_anonymous on growth.events (anonymous_id) where anonymous_id is not null;
create index events_happened_at on growth.events (happened_at);
create index events_order on growth.events (xact, seq);

-- Makes the partitions of a month and of the two after it, if they aren't there.
create function growth.ensure_event_partitions(since date) returns void language plpgsql as $$
declare
  first date;
begin
  for first in select generate_series(date_trunc('month', since), date_trunc('month', since) + interval '2 months', interval '1 month')::date loop
    execute format('create table if not exists growth.%I partition of growth.events for values from (%L) to (%L)',
      'events_' || to_char(first, 'YYYY_MM'), first, (first + interval '1 month')::date);
  end loop;
end $$;
select growth.ensure_event_partitions(date_trunc('month', now() at time zone 'UTC')::date);

insert into growth.events (message_id, received_month, type, name, user_id, anonymous_id, happened_at, received_at, message)
select message_id, date_trunc('month', now() at time zone 'UTC')::date, type, coalesce(event->>'event', event->>'name'),
  event->>'userId', event->>'anonymousId', received_at, received_at, event
from growth.tracked_events;
drop table growth.tracked_events;

-- How far each service that events are forwarded to has been told; by a hash of its URL, which holds a key.
create table growth.forwarders (
  id text primary key,
  xact xid8 not null,
  seq bigint not null,
  forwarded_at timestamptz
);

create function growth.drop_event_partition(name text) returns void language plpgsql as $$
begin
  if name !~ '^events_[0-9]{4}_[0-9]{2}$' then raise exception 'not a partition of events: %', name; end if;
  execute format('drop table if exists growth.%I', name);
end $$;
