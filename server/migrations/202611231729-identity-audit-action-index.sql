-- no transaction
drop index concurrently if exists identity.staff_acts_action;
create index concurrently staff_acts_action on identity.staff_acts (action, happened_at desc, id);
