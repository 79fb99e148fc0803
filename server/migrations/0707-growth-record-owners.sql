-- Whose record a leaf belongs to, so that a copy of one's data holds it.
alter table growth.rtdb_leaves add column person_id text
  generated always as (case when path like 'subscriptions/%' then split_part(path, '/', 2) end) stored;
