-- no transaction
drop index concurrently if exists courses.courses_prerequisite;
create index concurrently courses_prerequisite on courses.courses (prerequisite_id) where prerequisite_id is not null;
