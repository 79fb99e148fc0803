-- no transaction
drop index concurrently if exists billing.subscriptions_complimentary;
create index concurrently subscriptions_complimentary on billing.subscriptions (status, person_id) where is_complimentary;
