-- Subscriptions in full. `person_id` is the account that pays. Amounts are minor units of `currency_code`.
alter table billing.subscriptions
  add column plan_id text references billing.plans (id),
  add column currency_code text not null default 'USD',
  add column country_code text not null default 'US',
  add column region text not null default '',
  -- what the plan costs a term, as agreed
  add column price_amount integer not null default 0,
  -- when a future one begins
  add column starts_at timestamptz,
  add column trial_ends_at timestamptz,
  -- the term that is paid for; terms are counted from the anchor, so that the 31st comes back after February
  add column term_starts_at timestamptz,
  add column term_ends_at timestamptz,
  add column anchor_at timestamptz,
  add column term_number integer not null default 0,
  -- what was paid for this term, discounts taken off: the most that is ever credited for unused time
  add column term_value integer not null default 0,
  add column canceled_at timestamptz,
  add column cancel_reason text check (cancel_reason in
    ('hard_to_use', 'missing_content', 'no_time', 'not_enough_classes', 'other', 'taking_break', 'technical_issues', 'too_expensive')),
  add column cancel_comment text,
  add column paused_at timestamptz,
  add column resumes_at timestamptz,
  -- the plan that takes over at the next renewal
  add column next_plan_id text references billing.plans (id),
  add column payment_method_id uuid,
  add column dunning_status text check (dunning_status in ('exhausted', 'in_progress', 'stopped', 'success')),
  add column dunning_since timestamptz,
  add column dunning_tries smallint not null default 0,
  add column retry_at timestamptz,
  add column pending_until timestamptz,
  add column next_action jsonb,
  -- reminders up to here have been sent
  add column reminded_at timestamptz,
  -- when the clockwork must look at it next
  add column due_at timestamptz,
  -- a worker is at it until then, by the machine's clock
  add column claimed_until timestamptz,
  add column version integer not null default 0;

update billing.subscriptions set plan_id = case access_type when 'free' then 'basic' else access_type end || '-monthly';
alter table billing.subscriptions alter column plan_id set not null;

create index subscriptions_due_at on billing.subscriptions (due_at) where due_at is not null;
-- Nobody pays twice: one live subscription an account.
create unique index subscriptions_one_live on billing.subscriptions (person_id)
  where status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused');

create table billing.transitions (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references billing.subscriptions (id) on delete cascade,
  from_status text,
  to_status text not null,
  trigger text not null,
  -- who or what: person:…, staff:…, clock, gateway
  cause text not null,
  happened_at timestamptz not null
);
create index transitions_subscription_id on billing.transitions (subscription_id, id);
create index transitions_happened_at on billing.transitions (happened_at);

create table billing.payment_methods (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references identity."user" ("id") on delete cascade,
  provider text not null,
  -- what the provider calls it; never a number
  provider_ref text not null,
  type text not null check (type in ('apple_pay', 'card', 'google_pay', 'paypal_express_checkout')),
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint,
  exp_year smallint,
  country_code text,
  created_at timestamptz not null
);
create index payment_methods_account_id on billing.payment_methods (account_id, created_at desc);

-- A trial once a person: by account, by proved address, by card. Keyed hashes, which outlive the account.
create table billing.trials (
  kind text not null check (kind in ('account', 'address', 'card')),
  hash text not null,
  subscription_id uuid not null,
  primary key (kind, hash)
);
create index trials_subscription_id on billing.trials (subscription_id);

create table billing.subscription_coupons (
  subscription_id uuid not null references billing.subscriptions (id) on delete cascade,
  coupon_id text not null references billing.coupons (id),
  account_id uuid not null,
  -- when it was first taken off; null before the first paid invoice
  first_used_at timestamptz,
  is_spent boolean not null default false,
  created_at timestamptz not null,
  primary key (subscription_id, coupon_id)
);
create unique index subscription_coupons_once on billing.subscription_coupons (account_id, coupon_id);

-- Invoices stay when the account goes: the law wants them.
create sequence billing.invoice_numbers;
create table billing.invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  account_id uuid not null,
  subscription_id uuid not null,
  kind text not null check (kind in ('first', 'renewal', 'change', 'resume')),
  status text not null check (status in ('not_paid', 'paid', 'payment_due', 'pending', 'posted', 'voided')),
  dunning_status text check (dunning_status in ('exhausted', 'in_progress', 'stopped', 'success')),
  currency_code text not null,
  country_code text not null,
  plan_id text not null,
  sub_total integer not null,
  discounts_total integer not null,
  tax_total integer not null,
  tax_name text not null,
  tax_basis_points integer not null,
  is_tax_inclusive boolean not null,
  total integer not null check (total >= 0),
  credits_applied integer not null check (credits_applied >= 0),
  amount_due integer not null check (amount_due >= 0),
  amount_paid integer not null default 0 check (amount_paid >= 0),
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount_paid),
  term_starts_at timestamptz not null,
  term_ends_at timestamptz not null,
  issued_at timestamptz not null,
  paid_at timestamptz,
  check (credits_applied + amount_due = total)
);
create index invoices_account_id on billing.invoices (account_id, issued_at desc, id desc);
create index invoices_subscription_id on billing.invoices (subscription_id, issued_at desc);
-- One renewal a term, whatever the clocks and the workers do.
create unique index invoices_one_a_term on billing.invoices (subscription_id, term_starts_at)
  where kind in ('first', 'renewal', 'resume') and status <> 'voided';

create table billing.invoice_lines (
  invoice_id uuid not null references billing.invoices (id) on delete cascade,
  position smallint not null,
  kind text not null check (kind in ('plan', 'unused_time', 'discount', 'tax')),
  description text not null,
  coupon_id text,
  amount integer not null,
  primary key (invoice_id, position)
);

-- Every attempt to move money. The id is the key that the gateway is asked under: twice is once.
create table billing.payments (
  id uuid primary key,
  invoice_id uuid references billing.invoices (id),
  subscription_id uuid not null,
  account_id uuid not null,
  provider text not null,
  -- setup keeps a method without charging it
  kind text not null check (kind in ('charge', 'setup')),
  attempt smallint not null,
  payment_method_id uuid,
  amount integer not null,
  currency_code text not null,
  status text not null check (status in ('started', 'action_required', 'succeeded', 'failed', 'canceled')),
  provider_ref text,
  failure_code text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index payments_one_attempt on billing.payments (subscription_id, invoice_id, attempt) nulls not distinct where status <> 'canceled';
create unique index payments_provider_ref on billing.payments (provider, provider_ref) where provider_ref is not null and status <> 'canceled';
create index payments_open on billing.payments (created_at) where status in ('started', 'action_required');

create table billing.refunds (
  id uuid primary key,
  payment_id uuid not null references billing.payments (id),
  invoice_id uuid not null references billing.invoices (id),
  amount integer not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('started', 'succeeded', 'failed')),
  created_at timestamptz not null
);
create index refunds_open on billing.refunds (created_at) where status = 'started';

-- What the studio owes an account, and what of it was used: the balance is the sum.
create table billing.credits (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  currency_code text not null,
  amount integer not null check (amount <> 0),
  reason text not null,
  -- what it came from, so that it comes once
  source text not null unique,
  created_at timestamptz not null
);
create index credits_account_id on billing.credits (account_id, currency_code);

create table billing.idempotency_keys (
  account_id uuid not null references identity."user" ("id") on delete cascade,
  key text not null,
  input_hash text not null,
  subscription_id uuid,
  -- what was answered, when it was a refusal: {code, message, facts}
  refusal jsonb,
  is_done boolean not null default false,
  -- who works on it may do so until then, by the machine's clock
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_created_at on billing.idempotency_keys (created_at);

-- What the person was shown last: intents are made for this amount and for no other.
create table billing.estimates (
  account_id uuid primary key references identity."user" ("id") on delete cascade,
  currency_code text not null,
  amount_due integer not null,
  total integer not null,
  made_at timestamptz not null
);

create table billing.webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  failure text,
  primary key (provider, event_id)
);
create index webhook_events_open on billing.webhook_events (received_at) where applied_at is null;

-- What the nightly comparison with the provider found.
create table billing.differences (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null,
  subject text not null,
  details jsonb not null,
  found_at timestamptz not null
);

-- How far billing's time is ahead of the machine's; only the test gateway moves it.
create table billing.test_clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null default 0
);
insert into billing.test_clock default values;
