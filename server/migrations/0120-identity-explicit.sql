-- Whether somebody chose not to be shown classes with explicit words; a child never is.
alter table identity."user" add column "hidesExplicit" boolean not null default false;
