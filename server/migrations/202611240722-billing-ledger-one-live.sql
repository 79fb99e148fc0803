-- no transaction
-- The ledger has one live subscription an account. Owners may have several: one person can buy in two stores.
-- An invalid index of an interrupted run goes first: the old index may only be dropped once the new one holds.
drop index concurrently if exists billing.subscriptions_one_live_of_ledger;
create unique index concurrently subscriptions_one_live_of_ledger on billing.subscriptions (person_id)
  where owner = 'ledger' and status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');
drop index concurrently if exists billing.subscriptions_one_live;
