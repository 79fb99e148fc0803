-- no transaction
drop index concurrently if exists catalog.classes_of_style;
create index concurrently classes_of_style on catalog.classes (style_id);
