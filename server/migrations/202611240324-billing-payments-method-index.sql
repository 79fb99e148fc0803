-- no transaction
-- Payments with a stored method, for the list of methods.
drop index concurrently if exists billing.payments_method;
create index concurrently payments_method on billing.payments (payment_method_id) where payment_method_id is not null;
