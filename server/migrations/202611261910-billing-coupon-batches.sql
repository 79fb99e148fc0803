-- One-time codes of one promotion, made at once: each is a promo code with one redemption.
create table billing.coupon_batches (
  -- what every code begins with, upper case
  id text primary key check (id = upper(id)),
  size integer not null check (size between 1 and 10000),
  created_at timestamptz not null default now()
);

-- The batch of a one-time code. With its redemption, so that an account redeems one code of a batch.
alter table billing.coupons add column batch_id text;
alter table billing.subscription_coupons add column batch_id text;
