-- Where a price holds: the currency that a country pays in, and whether its law lets members withdraw.
create table billing.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  -- the EU's fourteen days to take a contract back
  can_withdraw boolean not null default false
);

-- Tax by country and region; '' is the whole country. Hundredths of a percent.
create table billing.tax_rates (
  country_code text not null references billing.countries (code),
  region text not null default '',
  name text not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  -- whether prices there hold the tax already
  is_inclusive boolean not null,
  primary key (country_code, region)
);

create table billing.plans (
  id text primary key,
  name text not null,
  access_type text not null check (access_type in ('basic', 'standard', 'premium')),
  period smallint not null check (period > 0),
  period_unit text not null check (period_unit in ('day', 'week', 'month', 'year')),
  trial_period smallint check (trial_period > 0),
  trial_period_unit text check (trial_period_unit in ('day', 'week', 'month', 'year')),
  is_best_value boolean not null default false,
  -- how many people dance on it
  seats smallint not null default 1 check (seats > 0),
  is_offered boolean not null default true,
  position smallint not null,
  check ((trial_period is null) = (trial_period_unit is null))
);

-- What a plan costs, in minor units; a country's own price goes before that of its currency ('').
create table billing.plan_prices (
  plan_id text not null references billing.plans (id),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  country_code text not null default '',
  amount integer not null check (amount > 0),
  primary key (plan_id, currency_code, country_code)
);

create table billing.coupons (
  -- the code, upper case
  id text primary key check (id = upper(id)),
  discount_type text not null check (discount_type in ('fixed_amount', 'percentage')),
  basis_points integer check (basis_points between 1 and 10000),
  duration text not null check (duration in ('forever', 'limited_period', 'one_time')),
  duration_months smallint check (duration_months > 0),
  -- a discount on the plan's line, or on the whole invoice after those
  applies_to text not null default 'invoice' check (applies_to in ('item', 'invoice')),
  state text not null default 'active' check (state in ('active', 'archived', 'expired')),
  -- null: every plan
  plan_ids text[],
  redeem_by timestamptz,
  redemptions_left integer check (redemptions_left >= 0),
  created_at timestamptz not null default now(),
  check ((discount_type = 'percentage') = (basis_points is not null)),
  check ((duration = 'limited_period') = (duration_months is not null))
);
-- What a coupon of a fixed amount takes off, by currency.
create table billing.coupon_amounts (
  coupon_id text not null references billing.coupons (id) on delete cascade,
  currency_code text not null,
  amount integer not null check (amount > 0),
  primary key (coupon_id, currency_code)
);

insert into billing.countries (code, currency_code, can_withdraw)
  select code, 'EUR', true from unnest(array['AT','BE','CY','DE','EE','ES','FI','FR','GR','HR','IE','IT','LT','LU','LV','MT','NL','PT','SI','SK']) as code
  union all select code, 'EUR', true from unnest(array['BG','CZ','DK','HU','PL','RO','SE']) as code
  union all values ('GB', 'GBP', true), ('JP', 'JPY', false), ('US', 'USD', false), ('CA', 'USD', false), ('AU', 'USD', false),
    ('NZ', 'USD', false), ('CH', 'EUR', false), ('NO', 'EUR', true);

insert into billing.tax_rates (country_code, name, basis_points, is_inclusive) values
  ('AT','VAT',2000,true), ('BE','VAT',2100,true), ('BG','VAT',2000,true), ('CY','VAT',1900,true), ('CZ','VAT',2100,true),
  ('DE','VAT',1900,true), ('DK','VAT',2500,true), ('EE','VAT',2400,true), ('ES','VAT',2100,true), ('FI','VAT',2550,true),
  ('FR','VAT',2000,true), ('GR','VAT',2400,true), ('HR','VAT',2500,true), ('HU','VAT',2700,true), ('IE','VAT',2300,true),
  ('IT','VAT',2200,true), ('LT','VAT',2100,true), ('LU','VAT',1700,true), ('LV','VAT',2100,true), ('MT','VAT',1800,true),
  ('NL','VAT',2100,true), ('PL','VAT',2300,true), ('PT','VAT',2300,true), ('RO','VAT',2100,true), ('SE','VAT',2500,true),
  ('SI','VAT',2200,true), ('SK','VAT',2300,true), ('GB','VAT',2000,true), ('CH','VAT',810,true), ('NO','VAT',2500,true),
  ('JP','Consumption tax',1000,true), ('AU','GST',1000,true), ('NZ','GST',1500,true), ('CA','GST',500,false), ('US','Sales tax',0,false);
insert into billing.tax_rates (country_code, region, name, basis_points, is_inclusive) values
  ('CA','ON','HST',1300,false), ('CA','NB','HST',1500,false), ('CA','NL','HST',1500,false), ('CA','NS','HST',1400,false),
  ('CA','PE','HST',1500,false), ('CA','BC','GST and PST',1200,false), ('CA','QC','GST and QST',1498,false),
  ('CA','SK','GST and PST',1100,false), ('US','WA','Sales tax',650,false), ('US','PA','Sales tax',600,false),
  ('US','TX','Sales tax',625,false), ('US','DC','Sales tax',600,false);

-- The list that a studio begins with; its own prices are changes of these rows.
insert into billing.plans (id, name, access_type, period, period_unit, trial_period, trial_period_unit, is_best_value, seats, position) values
  ('basic-monthly', 'Basic', 'basic', 1, 'month', 14, 'day', false, 1, 1),
  ('basic-yearly', 'Basic', 'basic', 1, 'year', 14, 'day', false, 1, 2),
  ('standard-monthly', 'Standard', 'standard', 1, 'month', 14, 'day', false, 1, 3),
  ('standard-yearly', 'Standard', 'standard', 1, 'year', 14, 'day', false, 1, 4),
  ('premium-monthly', 'Premium', 'premium', 1, 'month', 14, 'day', false, 1, 5),
  ('premium-yearly', 'Premium', 'premium', 1, 'year', 14, 'day', true, 1, 6),
  ('premium-family-yearly', 'Premium family', 'premium', 1, 'year', 14, 'day', false, 6, 7);

insert into billing.plan_prices (plan_id, currency_code, amount)
  select new.plan_id, price.currency_code, price.amount
  from (values
    ('basic-monthly', 799, 799, 699, 1000), ('basic-yearly', 6500, 6500, 5500, 8000),
    ('standard-monthly', 1099, 1099, 949, 1400), ('standard-yearly', 8900, 8900, 7500, 11500),
    ('premium-monthly', 1499, 1499, 1299, 1900), ('premium-yearly', 11900, 11900, 9900, 15000),
    ('premium-family-yearly', 17900, 17900, 14900, 22500)) as new (plan_id, usd, eur, gbp, jpy)
  cross join lateral (values ('USD', usd), ('EUR', eur), ('GBP', gbp), ('JPY', jpy)) as price (currency_code, amount);
-- Switzerland pays in euros and more of them.
insert into billing.plan_prices (plan_id, currency_code, country_code, amount)
  select plan_id, 'EUR', 'CH', amount * 115 / 100 from billing.plan_prices where currency_code = 'EUR';
