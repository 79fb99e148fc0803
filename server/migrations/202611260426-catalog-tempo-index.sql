-- no transaction
drop index concurrently if exists catalog.classes_tempo;
create index concurrently classes_tempo on catalog.classes (bpm, published_at desc, id desc) where published_at is not null;
