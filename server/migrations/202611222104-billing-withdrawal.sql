-- The subscription that a credit stems from: it goes back with it.
alter table billing.credits add column subscription_id uuid;
update billing.credits set subscription_id = split_part(source, ' ', 2)::uuid
  where source ~ '^(pause|merged) [0-9a-f-]{36}';
update billing.credits set subscription_id = invoices.subscription_id
  from billing.invoices where credits.source = 'carried ' || invoices.id;

-- When the person asked for access before the withdrawal period ends, and the version of the text. Null: never asked.
alter table billing.subscriptions
  add column consented_at timestamptz,
  add column consent_version text;
