-- What an invoice makes of its subscription once it is paid: the term, what it is worth, and the price from then on.
alter table billing.invoices
  add column plan_value integer not null default 0,
  -- what a change of plan gives back beyond the new price: credit, once it is paid
  add column carried integer not null default 0 check (carried >= 0),
  add column price_amount integer not null default 0,
  add column anchor_at timestamptz,
  add column term_number integer not null default 0;

-- Why money was moved: it decides what follows.
alter table billing.payments add column purpose text not null default 'checkout'
  check (purpose in ('checkout', 'renewal', 'change', 'resume', 'method'));

-- Who an account is at a provider.
create table billing.provider_customers (
  account_id uuid not null references identity."user" ("id") on delete cascade,
  provider text not null,
  provider_ref text not null,
  primary key (account_id, provider)
);
