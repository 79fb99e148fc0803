-- no transaction
drop index concurrently if exists identity.held_usernames_held_until;
create index concurrently held_usernames_held_until on identity.held_usernames (held_until);
