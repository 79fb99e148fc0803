-- What its author deleted needs no decision any more.
create function community.close_cases() returns trigger language plpgsql as $$
begin
  delete from community.cases where status <> 'reviewed' and content_id in (select id from removed);
  return null;
end
$$;
create trigger close_cases after delete on community.content
  referencing old table as removed for each statement execute function community.close_cases();
