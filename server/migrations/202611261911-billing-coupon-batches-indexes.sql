-- no transaction
-- A page of a batch's codes; the codes that no batch has; one code of a batch an account.
drop index concurrently if exists billing.coupons_batch;
create index concurrently coupons_batch on billing.coupons (batch_id, id) where batch_id is not null;
drop index concurrently if exists billing.coupons_single;
create index concurrently coupons_single on billing.coupons (created_at, id) where batch_id is null;
drop index concurrently if exists billing.subscription_coupons_batch_once;
create unique index concurrently subscription_coupons_batch_once on billing.subscription_coupons (account_id, batch_id)
  where batch_id is not null;
