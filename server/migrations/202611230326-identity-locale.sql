-- Emails, pushes and documents are written in the account's language; null until one is known.
alter table identity."user" add column locale text;
