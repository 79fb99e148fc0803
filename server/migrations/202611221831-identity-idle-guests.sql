-- no transaction
create index concurrently user_idle_guests on identity."user" ("createdAt") where "isAnonymous" and not "hasActivity";
