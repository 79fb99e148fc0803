-- A mailed key shows who has a mailbox, and picks no account: that is a session's or a password's part, or a choice of the mailbox's owner.
alter table identity.mail_keys alter column person_id drop not null;
create index mail_keys_address on identity.mail_keys (address, purpose);

-- When an account gave the email that it hasn't verified. Earlier ones gave it when they were made.
alter table identity."user" add column "pendingSince" timestamptz;
