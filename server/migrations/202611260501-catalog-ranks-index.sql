-- no transaction
drop index concurrently if exists catalog.classes_popular;
create index concurrently classes_popular on catalog.classes (plays_lately desc, id desc) where published_at is not null;
drop index concurrently if exists catalog.classes_best_finished;
create index concurrently classes_best_finished on catalog.classes (finished_score desc, id desc) where published_at is not null;
