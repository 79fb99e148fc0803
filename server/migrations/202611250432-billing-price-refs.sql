-- Our plans and coupons in the records of providers that own prices, such as Chargebee.
create table billing.plan_refs (
  provider text not null,
  plan_id text not null references billing.plans (id),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  -- the provider's id of the price
  ref text not null check (length(ref) between 1 and 200),
  -- what the provider charges, in minor units, at the last check; null if it has no such price for the plan's period
  held_amount integer check (held_amount >= 0),
  checked_at timestamptz not null,
  primary key (provider, plan_id, currency_code),
  unique (provider, ref, currency_code)
);

create table billing.coupon_refs (
  provider text not null,
  coupon_id text not null references billing.coupons (id) on delete cascade,
  -- '' for a coupon of every currency
  currency_code text not null check (currency_code ~ '^([A-Z]{3})?$'),
  ref text not null check (length(ref) between 1 and 200),
  -- whether the provider's coupon takes off the same, at the last check
  is_equal boolean not null,
  checked_at timestamptz not null,
  primary key (provider, coupon_id, currency_code),
  unique (provider, ref, currency_code)
);
create index plan_refs_plan_id on billing.plan_refs (plan_id);
create index coupon_refs_coupon_id on billing.coupon_refs (coupon_id);
