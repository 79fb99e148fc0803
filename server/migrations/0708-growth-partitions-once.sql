-- Several servers may make the partitions at once: "if not exists" alone lets the later one fail.
create or replace function growth.ensure_event_partitions(since date) returns void language plpgsql as $$
declare
  first date;
begin
  perform pg_advisory_xact_lock(hashtextextended('growth.ensure_event_partitions', 0));
  for first in select generate_series(date_trunc('month', since), date_trunc('month', since) + interval '2 months', interval '1 month')::date loop
    execute format('create table if not exists growth.%I partition of growth.events for values from (%L) to (%L)',
      'events_' || to_char(first, 'YYYY_MM'), first, (first + interval '1 month')::date);
  end loop;
end $$;
