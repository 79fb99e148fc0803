-- Events and changes are read in the order of transaction ids, which a dump restored into another cluster meets again from low numbers on.
-- The order is therefore a transaction id plus what the earlier clusters used up.
create table growth.transaction_order (
  is_only boolean primary key default true check (is_only),
  earlier_ids numeric(20, 0) not null default 0
);
insert into growth.transaction_order default values;

create function growth.in_order(id xid8) returns xid8 language sql stable
return (id::text::numeric + (select earlier_ids from growth.transaction_order))::text::xid8;

alter table growth.events alter column xact set default growth.in_order(pg_current_xact_id());
alter table growth.rtdb_changes alter column xact set default growth.in_order(pg_current_xact_id());

-- Called before a server starts. Rows whose transactions the cluster hasn't reached yet come from another one. Returns how many ids it skipped.
create function growth.follow_cluster() returns bigint language plpgsql as $$
declare
  skipped numeric;
begin
  perform from growth.transaction_order for update;
  select greatest(0, coalesce(max(last), 0) - growth.in_order(pg_snapshot_xmax(pg_current_snapshot()))::text::numeric) into skipped from (
    (select xact::text::numeric + 1 as last from growth.events order by xact desc limit 1)
    union all (select xact::text::numeric + 1 from growth.rtdb_changes order by xact desc limit 1)
    union all (select xact::text::numeric from growth.forwarders order by xact desc limit 1)
  ) as stored;
  if skipped > 0 then
    update growth.transaction_order set earlier_ids = earlier_ids + skipped;
  end if;
  return skipped;
end $$;
