-- The built-in test gateway's own books, as a provider would keep them elsewhere. No number is ever here.
create table billing.test_tokens (
  token text primary key,
  type text not null check (type in ('apple_pay', 'card', 'google_pay', 'paypal_express_checkout')),
  -- what the published test number, or wallet, does
  behaviour text not null,
  brand text not null,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  fingerprint text,
  -- who it was first used for; nobody else may
  account_id uuid,
  is_authenticated boolean not null default false,
  created_at timestamptz not null default now()
);
create table billing.test_payments (
  key text primary key,
  ref text not null unique,
  token text not null references billing.test_tokens (token),
  account_id uuid not null,
  amount integer not null check (amount >= 0),
  currency_code text not null,
  description text not null,
  status text not null check (status in ('succeeded', 'failed', 'action_required', 'canceled')),
  failure_code text,
  action_url text,
  return_url text not null,
  refunded integer not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null default now()
);
create index test_payments_created_at on billing.test_payments (created_at);
create table billing.test_refunds (
  key text primary key,
  payment_key text not null references billing.test_payments (key),
  amount integer not null
);
