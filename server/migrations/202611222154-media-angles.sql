-- The angles of a published class as a list; "front" and "back" become two of its keys. has_back stays until no server of the
-- previous release writes it: where the two differ, such a server published last (media/store.ts).
alter table media.assets add column angles text[];
update media.assets set angles = case when has_back then '{front,back}'::text[] else '{front}'::text[] end;
alter table catalog.class_films drop constraint class_films_angle_check;
alter table catalog.class_films add constraint class_films_angle_check check (angle ~ '^[a-z][a-z_]{0,19}$') not valid;
