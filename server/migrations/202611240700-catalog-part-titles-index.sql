-- no transaction
-- Translations of part titles look for a part with the title.
drop index concurrently if exists catalog.class_parts_title;
create index concurrently class_parts_title on catalog.class_parts (title);
