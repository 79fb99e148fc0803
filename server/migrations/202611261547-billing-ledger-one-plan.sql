-- no transaction
-- The ledger has one live subscription an account, and beside it one of each course and class that was bought.
-- Invalid indexes of an interrupted run go first: the old index may only be dropped once the new ones hold.
drop index concurrently if exists billing.subscriptions_one_plan_of_ledger;
create unique index concurrently subscriptions_one_plan_of_ledger on billing.subscriptions (person_id)
  where owner = 'ledger' and opens_id is null
    and status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');
drop index concurrently if exists billing.subscriptions_one_pass_of_ledger;
create unique index concurrently subscriptions_one_pass_of_ledger on billing.subscriptions (person_id, opens_id)
  where owner = 'ledger' and opens_id is not null
    and status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');
drop index concurrently if exists billing.subscriptions_one_live_of_ledger;
drop index concurrently if exists billing.subscriptions_opens;
create index concurrently subscriptions_opens on billing.subscriptions (opens_id) where opens_id is not null;
