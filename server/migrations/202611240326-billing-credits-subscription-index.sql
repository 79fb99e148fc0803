-- no transaction
-- What a subscription gave as credit.
drop index concurrently if exists billing.credits_subscription;
create index concurrently credits_subscription on billing.credits (subscription_id) where subscription_id is not null;
