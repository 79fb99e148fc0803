-- Which release date of a class editors were told they might miss, and which they were told they missed.
alter table catalog.classes
  add column release_warned_for timestamptz,
  add column release_missed_for timestamptz;
