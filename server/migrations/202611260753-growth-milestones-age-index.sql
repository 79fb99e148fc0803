-- no transaction
drop index concurrently if exists growth.milestones_happened_at;
create index concurrently milestones_happened_at on growth.milestones (happened_at);
