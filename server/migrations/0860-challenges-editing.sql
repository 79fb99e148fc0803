-- Challenges that the studio's editors announce.
alter table challenges.challenges
  -- advances with each change by an editor, who says what they have seen
  add column revision int not null default 1,
  -- the same order to announce one, sent again, announces none
  add column announcement_key text unique;

create index challenges_starts_at on challenges.challenges (starts_at desc, id desc);
