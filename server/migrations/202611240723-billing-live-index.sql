-- no transaction
-- Reports and reminders read live subscriptions of the ledger and of owners.
drop index concurrently if exists billing.subscriptions_live;
create index concurrently subscriptions_live on billing.subscriptions (person_id)
  where status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');
