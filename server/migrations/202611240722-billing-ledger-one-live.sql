-- no transaction
-- The ledger has one live subscription an account. Owners may have several: one person can buy in two stores.
create unique index concurrently if not exists subscriptions_one_live_of_ledger on billing.subscriptions (person_id)
  where owner = 'ledger' and status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');
drop index concurrently if exists billing.subscriptions_one_live;
