-- no transaction
-- A merge reads all classes of a section, also drafts, and imports of an instructor.
drop index concurrently if exists catalog.classes_of_section;
create index concurrently classes_of_section on catalog.classes (section_id);
drop index concurrently if exists catalog.video_imports_instructor;
create index concurrently video_imports_instructor on catalog.video_imports (instructor_id) where instructor_id is not null;
