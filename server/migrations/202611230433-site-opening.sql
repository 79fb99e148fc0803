-- What an admin confirmed before opening: the moments by name, such as {"pricesConfirmedAt": "2026-11-23T10:00:00Z"}.
alter table site.settings add column confirmations jsonb not null default '{}';
