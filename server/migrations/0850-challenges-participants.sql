-- How many have joined, kept by triggers: counting a quarter of a million on every view would make a large challenge dear.
alter table challenges.challenges add column participants int not null default 0;
update challenges.challenges set participants =
  (select count(*) from challenges.progress where progress.achievement_id = challenges.achievement_id);

create function challenges.count_participants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update challenges.challenges set participants = participants + joined.people
    from (select achievement_id, count(*) as people from new_rows group by achievement_id) as joined
    where challenges.achievement_id = joined.achievement_id;
  else
    update challenges.challenges set participants = participants - gone.people
    from (select achievement_id, count(*) as people from old_rows group by achievement_id) as gone
    where challenges.achievement_id = gone.achievement_id;
  end if;
  return null;
end
$$;
create trigger count_joined after insert on challenges.progress
  referencing new table as new_rows for each statement execute function challenges.count_participants();
create trigger count_gone after delete on challenges.progress
  referencing old table as old_rows for each statement execute function challenges.count_participants();
