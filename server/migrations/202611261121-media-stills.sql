-- Moments of the stills that were made of a version, milliseconds; null before they were.
alter table media.attempts add column stills_ms int[];
