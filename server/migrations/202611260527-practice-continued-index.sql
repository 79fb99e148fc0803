-- no transaction
drop index concurrently if exists practice.records_continued;
-- Unlike records_begun without played_ms, which each save changes.
create index concurrently records_continued on practice.records (person_id, viewed_at desc, class_id) where viewed_at is not null and completed_at is null;
drop index concurrently if exists practice.records_begun;
