-- no transaction
-- Concurrent webhooks report a payment once.
drop index concurrently if exists billing.differences_open;
create unique index concurrently differences_open on billing.differences (provider, kind, subject) where closed_at is null;
