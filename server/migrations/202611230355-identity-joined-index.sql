-- no transaction
drop index concurrently if exists identity.user_joined;
create index concurrently user_joined on identity."user" ("createdAt" desc, id desc)
  where not "isAnonymous" and "accountId" is null;
