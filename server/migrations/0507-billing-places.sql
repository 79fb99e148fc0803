-- The rates that a studio begins with stand in the code (billing/taxes/rates.ts); these are its own, which go before them from their day on.
-- billing.tax_rates is read by versions before this one alone.
create table billing.own_rates (
  country_code text not null references billing.countries (code),
  -- '' is the whole country
  region text not null default '' check (region ~ '^[A-Z]{0,3}$'),
  holds_from date not null,
  -- whether prices there hold the tax already
  is_inclusive boolean not null,
  -- [{name, milliPercent}], thousandths of a percent; [] takes nothing
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  set_by uuid,
  set_at timestamptz not null,
  primary key (country_code, region, holds_from)
);

-- Each tax of an invoice: [{name, milliPercent, amount}].
alter table billing.invoices add column region text not null default '', add column taxes jsonb not null default '[]';
alter table billing.invoices alter column tax_name set default '', alter column tax_basis_points set default 0;
update billing.invoices set taxes = jsonb_build_array(
  jsonb_build_object('name', tax_name, 'milliPercent', tax_basis_points * 10, 'amount', tax_total)) where tax_total > 0;

-- The region of the billing address, for the taxes of later payments; of the address itself nothing is kept.
alter table billing.payment_methods add column region text;
-- The test gateway's own books.
alter table billing.test_tokens
  -- where the card was issued
  add column country_code text,
  -- the billing address
  add column address_country text,
  add column postcode text;
