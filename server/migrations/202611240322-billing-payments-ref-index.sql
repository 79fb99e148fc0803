-- no transaction
-- A payment by the provider's reference, also a canceled one, at each settlement.
drop index concurrently if exists billing.payments_ref;
create index concurrently payments_ref on billing.payments (provider_ref) where provider_ref is not null;
