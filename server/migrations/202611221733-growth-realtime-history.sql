-- Large values aren't written to the history: null says that readers fetch what is at the path by then.
alter table growth.rtdb_changes alter column data drop not null;
