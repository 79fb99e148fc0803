-- Runs once, when the database's volume is made: the studio's own role owns its database and is no superuser.
-- The one extension that migrations add, pg_trgm, is trusted: the owner of a database may add it.
\set ON_ERROR_STOP on
\getenv password EIGHTCOUNT_PASSWORD
create role eightcount login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database eightcount owner eightcount;
revoke connect on database eightcount from public;
