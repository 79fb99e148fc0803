-- no transaction
-- Staff filter all accounts by their plans, newest first, guests included.
drop index concurrently if exists identity.user_accounts_joined;
create index concurrently user_accounts_joined on identity."user" ("createdAt" desc, id desc) where "accountId" is null;
