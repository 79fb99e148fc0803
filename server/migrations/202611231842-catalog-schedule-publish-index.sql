-- no transaction
create index concurrently classes_publish_at on catalog.classes (publish_at) where publish_at is not null;
