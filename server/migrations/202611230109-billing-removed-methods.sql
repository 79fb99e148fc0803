-- When the person removed a payment method. Payments refer to it, so that the row stays.
alter table billing.payment_methods add column removed_at timestamptz;
