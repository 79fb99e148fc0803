-- What became of an announcement, as counted before its recipients were deleted; null while they are kept.
alter table studio.messages add column figures jsonb;
