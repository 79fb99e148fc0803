-- Whether the last attempt at analyzing the sound failed; peaks and segments are empty then.
alter table media.sounds add column has_failed boolean not null default false;
