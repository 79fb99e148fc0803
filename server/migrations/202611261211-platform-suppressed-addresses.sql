-- Addresses that get no emails that can be unsubscribed from, until staff allow them again. Their names are hashed with the server's secret.
create table platform.suppressed_addresses (
  address_hash text primary key,
  suppressed_at timestamptz not null
);
