-- A course that the studio recommends before this one; null: none.
alter table courses.courses add column prerequisite_id uuid references courses.courses (id) on delete set null;
