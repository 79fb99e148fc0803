-- no transaction
-- Plans are listed without the prices of courses and classes, and those by what they open.
drop index concurrently if exists billing.plans_listed;
create index concurrently plans_listed on billing.plans (id) where opens_id is null;
drop index concurrently if exists billing.plans_opens;
create index concurrently plans_opens on billing.plans (opens_id) where opens_id is not null;
