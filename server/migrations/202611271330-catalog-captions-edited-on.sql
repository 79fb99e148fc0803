-- The day, in the studio's time zone, on which an editor last saved captions by hand; null: never since a file or former captions
-- replaced them. What was there before a day's first save is kept.
alter table catalog.class_captions add column edited_on date;
