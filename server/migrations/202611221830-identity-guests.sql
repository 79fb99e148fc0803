-- A guest with activity stays, and isn't read again when idle guests are deleted.
alter table identity."user" add column "hasActivity" boolean not null default false;
