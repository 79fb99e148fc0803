-- Who somebody was at a provider outlives the account for a moment, so that the provider can be told to forget them too.
alter table billing.provider_customers drop constraint provider_customers_account_id_fkey;
