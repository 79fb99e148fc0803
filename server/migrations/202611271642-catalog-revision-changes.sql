-- Steps of the catalog's revision that its row doesn't have yet. A long transaction that changes classes adds one, instead of holding up
-- all others by the lock on that row. A job adds them up every minute.
create table catalog.revision_changes (id bigint generated always as identity primary key);

create or replace function catalog.advance_revision() returns trigger language plpgsql as $$
begin
  insert into catalog.revision_changes default values;
  return null;
end
$$;
