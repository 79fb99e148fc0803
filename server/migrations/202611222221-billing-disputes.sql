-- A refund that failed says why, and can be repeated under another key.
alter table billing.refunds
  add column attempt smallint not null default 1,
  add column failure text;

-- Payments that the person disputed at their bank. `won` and `lost` are seen from the studio.
create table billing.disputes (
  provider text not null,
  ref text not null,
  payment_id uuid not null references billing.payments (id),
  invoice_id uuid,
  subscription_id uuid not null,
  account_id uuid not null,
  amount integer not null check (amount > 0),
  currency_code text not null,
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- until when the provider accepts evidence
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (provider, ref)
);
create index disputes_invoice_id on billing.disputes (invoice_id) where status <> 'won';
create index disputes_subscription_id on billing.disputes (subscription_id);

-- The test gateway's own books.
create table billing.test_disputes (
  ref text primary key,
  payment_key text not null references billing.test_payments (key),
  amount integer not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  due_at timestamptz,
  created_at timestamptz not null
);

-- Staff close a difference with a note.
alter table billing.differences
  add column closed_at timestamptz,
  add column closed_by uuid,
  add column note text;
