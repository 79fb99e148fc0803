-- no transaction
-- All notifications of a person, when a guest's account is merged.
drop index concurrently if exists notifications.items_person;
create index concurrently items_person on notifications.items (person_id);
