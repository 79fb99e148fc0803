-- The first class of a course whose first class is free: anyone may play it, without a plan or price.
alter table catalog.classes add column is_free_in_course boolean not null default false;
