-- For news that is old enough to be forgotten.
create index events_occurred_at on platform.events (occurred_at);
