-- Subscriptions that a provider charged itself, which became ours. The row is there before the provider is asked to end its own,
-- so that a process that dies in between is continued, and no subscription is taken over twice.
create table billing.takeovers (
  subscription_id uuid primary key references billing.subscriptions on delete cascade,
  provider text not null,
  -- of the subscription, and of its price
  provider_ref text not null,
  price_ref text not null,
  -- What the person paid for a term there, tax included, in minor units.
  amount integer not null check (amount > 0),
  payment_method_id uuid not null references billing.payment_methods,
  renews boolean not null,
  is_trial boolean not null,
  term_starts_at timestamptz not null,
  term_ends_at timestamptz not null,
  anchor_at timestamptz not null,
  -- null while the provider's own may still run
  begun_at timestamptz,
  unique (provider, provider_ref)
);
create index takeovers_payment_method on billing.takeovers (payment_method_id);
