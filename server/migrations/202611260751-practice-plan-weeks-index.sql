-- no transaction
drop index concurrently if exists practice.plan_changes_week;
create index concurrently plan_changes_week on practice.plan_changes (week_start);
