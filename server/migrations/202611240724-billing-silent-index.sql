-- no transaction
-- The sweep looks for subscriptions whose provider was silent for too long.
drop index concurrently if exists billing.subscriptions_access_until;
create index concurrently subscriptions_access_until on billing.subscriptions (access_until)
  where owner = 'provider' and status in ('active', 'in_trial', 'non_renewing');
