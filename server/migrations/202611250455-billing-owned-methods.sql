-- What a provider's subscription is paid by, as its provider shows it.
alter table billing.owned_subscriptions add column method jsonb;
