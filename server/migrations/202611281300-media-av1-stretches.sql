-- The published version whose AV1 renditions a stretch is of; null for one of a transcode.
alter table media.stretches add column version uuid;
