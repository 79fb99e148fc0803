-- Which plan the prices of running subscriptions stand for, as an admin chose: [{"value", "planId"}]; null: they aren't taken over.
alter table studio.member_imports add column price_choices jsonb not null default '[]';
-- What the payment provider said of the subscription or customer that a row names; deleted once the row is handled.
alter table studio.member_import_rows add column held jsonb;
