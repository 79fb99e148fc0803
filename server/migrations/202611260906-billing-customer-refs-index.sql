-- no transaction
drop index concurrently if exists billing.provider_customers_ref;
create index concurrently provider_customers_ref on billing.provider_customers (provider, provider_ref);
