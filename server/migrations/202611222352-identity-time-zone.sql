-- Emails, pushes and PDFs name days in the person's time zone, so it belongs to the account and not to challenges.
alter table identity."user" add column "timeZone" text;

update identity."user" set "timeZone" = settings.time_zone
from challenges.settings where settings.person_id = "user".id and settings.time_zone <> 'UTC';
