-- no transaction
drop index concurrently if exists billing.price_notices_reminder;
create index concurrently price_notices_reminder on billing.price_notices (coalesce(first_charge_at, effective_at))
where sent_at is not null and reminded_at is null;
