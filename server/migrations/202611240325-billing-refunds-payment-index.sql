-- no transaction
-- A payment's refunds, for the nightly reconciliation.
drop index concurrently if exists billing.refunds_payment;
create index concurrently refunds_payment on billing.refunds (payment_id);
