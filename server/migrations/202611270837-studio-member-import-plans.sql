-- Which plan a list's own plan names stand for, as an admin chose: [{"value", "planId"}], the value in lower case; null is no plan.
alter table studio.member_imports add column plan_choices jsonb not null default '[]';
