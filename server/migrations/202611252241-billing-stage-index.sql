-- no transaction
-- Staff filter accounts by the phase and the plan of their subscription: a rare one is found without reading all.
drop index concurrently if exists billing.subscriptions_stage;
create index concurrently subscriptions_stage on billing.subscriptions (status, plan_id, country_code, person_id);
