-- no transaction
drop index concurrently if exists billing.payment_methods_detachable;
create index concurrently payment_methods_detachable on billing.payment_methods (removed_at) where removed_at is not null and detached_at is null;
