-- The face of an instructor as a square image: a path below /pictures/, without its suffix. `photo` is a wide one.
alter table catalog.instructors add column face text;
