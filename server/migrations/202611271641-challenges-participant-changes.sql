-- People who joined or left and aren't counted in participants yet. A join adds a row instead of changing the one row of its challenge, for
-- which all who join at once would queue. A job adds them up every minute.
create table challenges.participant_changes (
  id bigint generated always as identity primary key,
  achievement_id uuid not null references challenges.achievements (id) on delete cascade,
  change int not null
);
create index participant_changes_achievement on challenges.participant_changes (achievement_id);

create or replace function challenges.count_participants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into challenges.participant_changes (achievement_id, change)
    select achievement_id, count(*) from new_rows group by achievement_id;
  else
    -- Not for progress that is deleted with its achievement.
    insert into challenges.participant_changes (achievement_id, change)
    select achievement_id, -count(*) from old_rows
    where exists (select from challenges.achievements where achievements.id = old_rows.achievement_id)
    group by achievement_id;
  end if;
  return null;
end
$$;
