-- When everybody in it was told that a challenge begins, and that it ends soon.
alter table challenges.challenges add column start_told_at timestamptz, add column end_told_at timestamptz;
update challenges.challenges set start_told_at = starts_at where starts_at <= now();
update challenges.challenges set end_told_at = ends_at where ends_at <= now() + interval '1 day';
create index challenges_start_untold on challenges.challenges (starts_at) where start_told_at is null;
create index challenges_end_untold on challenges.challenges (ends_at) where end_told_at is null;
