-- no transaction
drop index concurrently if exists growth.aliases_merged_at;
create index concurrently aliases_merged_at on growth.aliases (merged_at);
