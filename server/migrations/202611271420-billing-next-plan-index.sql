-- no transaction
-- Prices at which a plan is scheduled are looked for by that plan.
drop index concurrently if exists billing.subscriptions_next_plan_id;
create index concurrently subscriptions_next_plan_id on billing.subscriptions (next_plan_id) where next_plan_id is not null;
