-- no transaction
-- The people who saved a class, a page at a time.
drop index concurrently if exists practice.records_savers;
create index concurrently records_savers on practice.records (class_id, person_id) where saved_at is not null;
