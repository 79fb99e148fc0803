-- no transaction
drop index concurrently if exists billing.subscriptions_trial_ends_at;
create index concurrently subscriptions_trial_ends_at on billing.subscriptions (trial_ends_at) where status = 'in_trial';
