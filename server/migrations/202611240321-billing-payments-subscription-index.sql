-- no transaction
-- A subscription's payments, at each charge.
drop index concurrently if exists billing.payments_subscription;
create index concurrently payments_subscription on billing.payments (subscription_id, created_at);
