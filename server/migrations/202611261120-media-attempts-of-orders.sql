-- When the order of an attempt was placed: a different one of its asset is newer. Null: of an earlier release.
alter table media.attempts add column ordered_at timestamptz;
