-- no transaction
drop index concurrently if exists practice.records_completed_at;
create index concurrently records_completed_at on practice.records (completed_at) where completed_at is not null;
