-- no transaction
-- Staff list the people who redeemed a promo code.
drop index concurrently if exists billing.subscription_coupons_coupon;
create index concurrently subscription_coupons_coupon on billing.subscription_coupons (coupon_id, account_id);
