-- Net monthly recurring revenue of each account, as last recorded. Minor units; 0 for accounts that left.
-- Without a foreign key: the revenue of a deleted account is recorded as left first, then its row is deleted.
create table billing.mrr_accounts (
  account_id uuid not null,
  currency_code text not null,
  amount integer not null check (amount >= 0),
  primary key (account_id, currency_code)
);

-- By how much it changed on a day (UTC), and for how many accounts. The sum of all amounts is the current revenue.
create table billing.mrr_changes (
  day date not null,
  currency_code text not null,
  -- opening: what there was when recording began
  kind text not null check (kind in ('opening', 'new', 'more', 'less', 'left', 'back')),
  amount bigint not null,
  accounts integer not null,
  primary key (day, currency_code, kind)
);
