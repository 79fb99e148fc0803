-- When practice was last recorded. viewed_at, which indexes contain, follows only every five minutes: each save would otherwise add an
-- entry to four indexes.
alter table practice.records add column recorded_at timestamptz;
-- Room for new versions of a row on its own page, which then need no index entry (HOT).
alter table practice.records set (fillfactor = 80);
alter table practice.allowances set (fillfactor = 80);
