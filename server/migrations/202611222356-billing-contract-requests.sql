-- Cancellations and withdrawals that people send without signing in. A request that proves its contract acts at once;
-- another waits until its mailbox confirms. Kept as proof of content and time.
create table billing.contract_requests (
  id uuid primary key,
  idempotency_key text not null unique,
  input_hash text not null,
  kind text not null check (kind in ('cancel', 'withdraw')),
  -- for good cause, which the studio judges
  is_extraordinary boolean not null,
  reason text,
  name text not null,
  email text not null,
  -- as typed
  invoice_number text,
  -- when the contract shall end; null: as soon as possible
  wanted_at timestamptz,
  received_at timestamptz not null,
  confirmed_at timestamptz,
  status text not null check (status in ('unconfirmed', 'accepted', 'scheduled', 'done', 'review', 'closed')),
  outcome text,
  account_id uuid references identity."user" ("id") on delete cascade,
  subscription_id uuid,
  settled_at timestamptz,
  closed_by uuid,
  note text
);
create index contract_requests_open on billing.contract_requests (received_at)
  where status in ('unconfirmed', 'accepted', 'scheduled', 'review');
create index contract_requests_account_id on billing.contract_requests (account_id);
