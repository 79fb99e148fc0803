-- no transaction
drop index concurrently if exists billing.disputes_account_id;
create index concurrently disputes_account_id on billing.disputes (account_id);
