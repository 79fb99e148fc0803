-- Gift cards: an amount, or months of a plan, that someone else redeems as account credit. Amounts in minor units.
create table billing.gift_cards (
  id uuid primary key,
  -- Upper case without hyphens. Readable, because the email, the PDF and its buyer need it later.
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{16}$'),
  status text not null check (status in ('pending', 'failed', 'active', 'voided')),
  amount integer not null check (amount > 0),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  -- Where it was sold; the place of its plan if the recipient pays in another currency.
  country_code text not null,
  -- Sold as months of a plan; null for an amount.
  plan_id text references billing.plans (id),
  months smallint check (months between 1 and 36),
  buyer_id uuid references identity."user" ("id") on delete set null,
  -- The call of its buyer, so that a repeated one buys nothing more.
  idempotency_key text,
  input_hash text,
  -- Issued by staff without a payment; null for one that was bought.
  staff_id uuid references identity."user" ("id") on delete set null,
  payment_id uuid unique references billing.payments (id),
  failure_code text,
  next_action jsonb,
  buyer_email text,
  buyer_locale text not null,
  sender_name text not null default '',
  message text not null default '',
  -- Null: its buyer hands it over.
  recipient_email text,
  recipient_locale text not null,
  send_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  activated_at timestamptz,
  redeemer_id uuid references identity."user" ("id") on delete set null,
  redeemed_at timestamptz,
  voided_at timestamptz,
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount),
  check ((plan_id is null) = (months is null)),
  unique (buyer_id, idempotency_key)
);
create index gift_cards_staff on billing.gift_cards (staff_id) where staff_id is not null;
create index gift_cards_redeemer on billing.gift_cards (redeemer_id) where redeemer_id is not null;
create index gift_cards_created on billing.gift_cards (created_at desc, id desc);
create index gift_cards_unsent on billing.gift_cards (send_at) where status = 'active' and sent_at is null and recipient_email is not null;
create index gift_cards_plan on billing.gift_cards (plan_id) where plan_id is not null;

-- Paid once for a term that doesn't renew: a pass, or months of a gift card.
alter table billing.subscriptions add column is_prepaid boolean not null default false;

-- A payment may be for a gift card.
alter table billing.payments drop constraint payments_purpose_check;
alter table billing.payments add constraint payments_purpose_known
  check (purpose in ('checkout', 'renewal', 'change', 'resume', 'method', 'gift_card')) not valid;
