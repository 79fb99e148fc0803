-- no transaction
drop index concurrently if exists identity.staff_acts_actor;
create index concurrently staff_acts_actor on identity.staff_acts (actor_id, happened_at desc, id);
