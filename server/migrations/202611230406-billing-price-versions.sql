-- Prices as versions: what a plan costs from a day (UTC) on. A version is never edited; `plan_prices` stays for the previous release.
create table billing.price_versions (
  id uuid primary key default gen_random_uuid(),
  plan_id text not null references billing.plans (id),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  -- a country's own price goes before that of its currency ('')
  country_code text not null default '',
  amount integer not null check (amount > 0),
  valid_from date not null,
  created_at timestamptz not null default now(),
  unique (plan_id, currency_code, country_code, valid_from),
  -- Currencies that a provider counts in other units than ISO 4217, or with three decimals, can't be sold in.
  constraint price_versions_currency
    check (currency_code not in ('BHD', 'IQD', 'ISK', 'JOD', 'KWD', 'LYD', 'MGA', 'MRU', 'OMR', 'TND', 'UGX'))
);
insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
  select plan_id, currency_code, country_code, amount, '2000-01-01' from billing.plan_prices;

-- Two editors of one plan: the second is refused.
alter table billing.plans add column version integer not null default 1;

-- The price of a plan that takes over with the next payment, as it was shown when it was chosen.
alter table billing.subscriptions add column next_price_amount integer;

-- An announced change: running members move to a version from a day on.
create table billing.price_changes (
  id uuid primary key,
  version_id uuid not null references billing.price_versions (id),
  starts_on date not null,
  -- ends the subscription of a member whose consent is needed and missing; otherwise it keeps its price
  ends_without_consent boolean not null,
  announced_at timestamptz not null,
  -- until then it can be undone
  notices_at timestamptz not null,
  -- keyset of the notices: the last subscription that was handled
  cursor uuid,
  finished_at timestamptz,
  undone_at timestamptz
);
create unique index price_changes_version_id on billing.price_changes (version_id) where undone_at is null;

-- What a member was told about a change. Without `sent_at` the old price is charged.
create table billing.price_notices (
  id uuid primary key,
  change_id uuid not null references billing.price_changes (id),
  subscription_id uuid not null references billing.subscriptions (id) on delete cascade,
  plan_id text not null references billing.plans (id),
  old_amount integer not null,
  new_amount integer not null,
  -- the first renewal at the new price, as the email says
  effective_at timestamptz not null,
  needs_consent boolean not null,
  ends_without_consent boolean not null,
  queued_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  -- the version of the text that was accepted
  accepted_version text,
  unique (change_id, subscription_id)
);
create index price_notices_subscription_id on billing.price_notices (subscription_id);
