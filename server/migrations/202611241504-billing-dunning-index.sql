-- no transaction
drop index concurrently if exists billing.subscriptions_dunning;
create index concurrently subscriptions_dunning on billing.subscriptions (retry_at, id) where dunning_status = 'in_progress';
