-- Whose net MRR changed in a month and how, so that each change opens its people.
create table billing.mrr_movers (
  -- its first day, UTC
  month date not null,
  currency_code text not null,
  kind text not null check (kind in ('new', 'more', 'less', 'left', 'back')),
  account_id uuid not null references identity."user" ("id") on delete cascade,
  primary key (month, currency_code, kind, account_id)
);
create index mrr_movers_account on billing.mrr_movers (account_id);

-- What members of a plan paid in the last twelve months, and how many left it, as the hourly job last counted.
create table billing.plan_values (
  plan_id text not null,
  currency_code text not null,
  -- minor units, without tax and refunds
  net bigint not null,
  left_count integer not null,
  counted_at timestamptz not null,
  primary key (plan_id, currency_code)
);

-- Exchange rates: how much of the currency one unit of the base is worth.
create table billing.exchange_rates (
  currency_code text primary key check (currency_code ~ '^[A-Z]{3}$'),
  base_code text not null check (base_code ~ '^[A-Z]{3}$'),
  rate numeric(20, 10) not null check (rate > 0),
  -- the day that it is of
  day date not null,
  source text not null check (source in ('studio', 'ecb'))
);
