-- Anyone may play the first class.
alter table courses.courses add column is_first_free boolean not null default false;
