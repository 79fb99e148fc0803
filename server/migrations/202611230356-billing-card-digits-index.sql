-- no transaction
drop index concurrently if exists billing.payment_methods_last4;
create index concurrently payment_methods_last4 on billing.payment_methods (last4, account_id) where last4 is not null;
