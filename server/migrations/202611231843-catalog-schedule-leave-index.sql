-- no transaction
create index concurrently classes_leaves_at on catalog.classes (leaves_at) where leaves_at is not null;
