-- no transaction
drop index concurrently if exists billing.refunds_failed;
create index concurrently refunds_failed on billing.refunds (created_at) where status = 'failed';
