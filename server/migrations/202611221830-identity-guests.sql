-- A guest who did something stays, and isn't looked at again when idle guests are deleted.
alter table identity."user" add column "hasActivity" boolean not null default false;
create index user_idle_guests on identity."user" ("createdAt") where "isAnonymous" and not "hasActivity";
