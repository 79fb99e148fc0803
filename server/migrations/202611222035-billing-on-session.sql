-- Whether the person is there to confirm with their bank: a repeated call must ask the provider for the same.
alter table billing.payments add column is_on_session boolean not null default false;
