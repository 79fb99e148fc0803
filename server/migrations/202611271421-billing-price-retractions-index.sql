-- no transaction
-- A job takes the notices of undone changes back. Reads ignore them by their change until then, and also if an old server sets
-- `sent_at` of one again.
drop index concurrently if exists billing.price_notices_to_retract;
create index concurrently price_notices_to_retract on billing.price_notices (change_id) where retraction_sent_at is null;
drop index concurrently if exists billing.price_notices_retraction;
