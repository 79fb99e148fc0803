-- An amount below the provider's smallest charge isn't taken: the studio waives it.
alter table billing.invoices add column waived integer not null default 0 check (waived >= 0);
alter table billing.invoices drop constraint invoices_check1;
alter table billing.invoices add constraint invoices_adds_up check (credits_applied + waived + amount_due = total) not valid;
alter table billing.invoices validate constraint invoices_adds_up;

-- Payments that a client makes itself, before it asks for what they pay: intent -> account, amount.
create table billing.intents (
  provider text not null,
  ref text not null,
  account_id uuid not null,
  amount integer not null check (amount > 0),
  currency_code text not null,
  created_at timestamptz not null,
  -- it paid for a checkout, was paid back, or will never be paid
  ended_at timestamptz,
  primary key (provider, ref)
);
create index intents_open on billing.intents (created_at) where ended_at is null;
create index intents_account_id on billing.intents (account_id);
-- What an intent without a checkout is paid back for has no invoice.
alter table billing.refunds alter column invoice_id drop not null;

-- Numbers are counted by year inside the transaction that issues the invoice, so that a rollback leaves no gap.
create table billing.invoice_counters (
  series text not null,
  year smallint not null,
  last_number integer not null,
  primary key (series, year)
);

-- Currencies that a provider counts in other units than ISO 4217, or with three decimals, can't be sold in.
alter table billing.plan_prices add constraint plan_prices_currency
  check (currency_code not in ('BHD', 'IQD', 'ISK', 'JOD', 'KWD', 'LYD', 'MGA', 'MRU', 'OMR', 'TND', 'UGX')) not valid;
alter table billing.plan_prices validate constraint plan_prices_currency;
alter table billing.countries add constraint countries_currency
  check (currency_code not in ('BHD', 'IQD', 'ISK', 'JOD', 'KWD', 'LYD', 'MGA', 'MRU', 'OMR', 'TND', 'UGX')) not valid;
alter table billing.countries validate constraint countries_currency;

-- The rest of the European Economic Area. Liechtenstein has Switzerland's prices.
insert into billing.countries (code, currency_code, can_withdraw) values ('IS', 'EUR', true), ('LI', 'EUR', true)
  on conflict (code) do nothing;
insert into billing.plan_prices (plan_id, currency_code, country_code, amount)
  select plan_id, currency_code, 'LI', amount from billing.plan_prices where country_code = 'CH'
  on conflict do nothing;
