-- no transaction
drop index concurrently if exists challenges.achievements_course;
create unique index concurrently achievements_course on challenges.achievements (course_id) where course_id is not null;
