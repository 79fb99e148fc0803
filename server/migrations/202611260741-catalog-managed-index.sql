-- no transaction
-- The studio's list of classes in every state.
drop index concurrently if exists catalog.classes_managed_newest;
create index concurrently classes_managed_newest on catalog.classes (drafted_at desc, id desc);
drop index concurrently if exists catalog.classes_managed_instructor;
create index concurrently classes_managed_instructor on catalog.classes (instructor_id, drafted_at desc, id desc);
drop index concurrently if exists catalog.classes_managed_title;
create index concurrently classes_managed_title on catalog.classes (title, id);
drop index concurrently if exists catalog.classes_managed_danced;
create index concurrently classes_managed_danced on catalog.classes (plays_lately desc, id desc);
drop index concurrently if exists catalog.classes_managed_finished;
create index concurrently classes_managed_finished on catalog.classes (finished_score desc, id desc);
