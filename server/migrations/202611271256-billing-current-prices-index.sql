-- no transaction
-- Another price may begin on the day of one that was taken back.
drop index concurrently if exists billing.price_versions_current;
create unique index concurrently price_versions_current on billing.price_versions (plan_id, currency_code, country_code, valid_from)
where taken_back_at is null;
drop index concurrently if exists billing.price_notices_retraction;
create index concurrently price_notices_retraction on billing.price_notices (id)
where taken_back_at is not null and retraction_sent_at is null;
