-- How often a coupon has been taken: with what is left, the most that the studio allows. Both change in one row, so that a cap
-- that is changed while people take the coupon counts each of them.
alter table billing.coupons add column redemptions_used integer not null default 0 check (redemptions_used >= 0);
update billing.coupons set redemptions_used = taken.count
  from (select coupon_id, count(*)::int as count from billing.subscription_coupons group by coupon_id) as taken
  where taken.coupon_id = coupons.id;
