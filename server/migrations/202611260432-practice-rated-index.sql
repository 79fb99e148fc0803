-- no transaction
drop index concurrently if exists practice.records_rated;
create index concurrently records_rated on practice.records (person_id, rated_at desc, class_id) where rated_at is not null;
