-- Why the provider refused a payment, in its own words, for the operator.
alter table billing.payments
  add column provider_code text,
  add column provider_message text;

-- Payments that we stopped waiting for while the provider may still take the money, or holds it already. Each is
-- asked about until that is known; money that arrives is paid back.
create table billing.unresolved_payments (
  payment_id uuid primary key,
  -- no_answer, account_deleted
  reason text not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  since timestamptz not null,
  resolved_at timestamptz
);
create index unresolved_payments_open on billing.unresolved_payments (next_at) where resolved_at is null;
