-- no transaction
drop index concurrently if exists courses.courses_image_class;
create index concurrently courses_image_class on courses.courses (image_class_id) where image_class_id is not null;
