-- no transaction
drop index concurrently if exists practice.records_viewed_at;
create index concurrently records_viewed_at on practice.records (viewed_at, person_id) where viewed_at is not null;
