-- no transaction
-- The unfinished checkout of a subscription.
drop index concurrently if exists billing.idempotency_keys_open;
create index concurrently idempotency_keys_open on billing.idempotency_keys (subscription_id) where not is_done;
