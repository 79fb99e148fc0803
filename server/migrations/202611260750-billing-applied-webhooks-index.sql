-- no transaction
drop index concurrently if exists billing.webhook_events_applied;
create index concurrently webhook_events_applied on billing.webhook_events (applied_at) where applied_at is not null;
