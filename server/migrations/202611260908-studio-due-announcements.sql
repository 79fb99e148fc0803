-- no transaction
drop index concurrently if exists studio.messages_due;
create index concurrently messages_due on studio.messages (scheduled_at, id) where state = 'scheduled';
