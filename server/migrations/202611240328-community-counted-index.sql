-- no transaction
-- The comments of a subject that count.
drop index concurrently if exists community.content_counted;
create index concurrently content_counted on community.content (subject_id) where is_counted;
