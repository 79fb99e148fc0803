-- no transaction
drop index concurrently if exists billing.test_payments_refunded_at;
create index concurrently test_payments_refunded_at on billing.test_payments (refunded_at) where refunded_at is not null;
