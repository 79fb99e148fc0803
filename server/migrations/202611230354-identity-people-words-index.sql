-- no transaction
drop index concurrently if exists identity.user_words;
create index concurrently user_words on identity."user"
  using gin (identity.people_words(name, username, email, "emailVerified", "pendingEmail")) where not "isAnonymous";
