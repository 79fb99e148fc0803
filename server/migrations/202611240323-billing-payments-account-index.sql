-- no transaction
-- An account's payments, when a guest's account is merged.
drop index concurrently if exists billing.payments_account;
create index concurrently payments_account on billing.payments (account_id);
