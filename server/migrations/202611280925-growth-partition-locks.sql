-- "create table … partition of" locks the whole table, and so would wait for a backup, and let every insert wait behind it. Attaching a
-- table doesn't.
create or replace function growth.ensure_event_partitions(since date) returns void language plpgsql set lock_timeout = '1s' as $$
declare
  first date;
  name text;
begin
  perform pg_advisory_xact_lock(hashtextextended('growth.ensure_event_partitions', 0));
  for first in select generate_series(date_trunc('month', since), date_trunc('month', since) + interval '2 months', interval '1 month')::date loop
    name := 'events_' || to_char(first, 'YYYY_MM');
    continue when to_regclass(format('growth.%I', name)) is not null;
    execute format('create table growth.%I (like growth.events including defaults including constraints including indexes)', name);
    execute format('alter table growth.events attach partition growth.%I for values from (%L) to (%L)',
      name, first, (first + interval '1 month')::date);
  end loop;
end $$;

-- Dropping does lock the whole table: it gives up soon, and the job tries again later.
create or replace function growth.drop_event_partition(name text) returns void language plpgsql set lock_timeout = '1s' as $$
begin
  if name !~ '^events_[0-9]{4}_[0-9]{2}$' then raise exception 'not a partition of events: %', name; end if;
  execute format('drop table if exists growth.%I', name);
end $$;
