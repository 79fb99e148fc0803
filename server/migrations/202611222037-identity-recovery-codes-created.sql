-- A report of a stranger's act deletes the recovery codes that were made since. Codes from before this migration count as older
-- than any report; the default is for servers of the previous release.
alter table identity.recovery_codes add column created_at timestamptz not null default '-infinity';
alter table identity.recovery_codes alter column created_at set default now();
