-- backfill: an exposure no longer keeps a guest, so that those who stayed for one are looked at again.
update identity."user"
set "hasActivity" = false
where id in (
  select people.id
  from identity."user" as people
    join growth.exposures on exposures.person_id = people.id
  where people."isAnonymous" and people."hasActivity"
  limit 1000
);
