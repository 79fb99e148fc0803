-- The provider's customer that keeps a payment method, where two accounts became one; null for the account's own.
alter table billing.payment_methods add column customer_ref text;
-- Customers of accounts that became part of another one, until that account is deleted.
create table billing.merged_customers (
  provider text not null,
  provider_ref text not null,
  account_id uuid not null,
  primary key (provider, provider_ref)
);
create index merged_customers_account_id on billing.merged_customers (account_id);
