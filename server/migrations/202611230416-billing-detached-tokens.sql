-- The test gateway forgets a payment method that its owner removed, as a real provider does.
alter table billing.test_tokens add column detached_at timestamptz;
