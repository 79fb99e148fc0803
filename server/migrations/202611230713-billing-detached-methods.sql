-- When a removed payment method was detached at the provider. Until then a sweep tries again.
alter table billing.payment_methods add column detached_at timestamptz;
