-- When a device in a room last said that it is there: one that falls silent has left.
alter table practice.room_members add column seen_at timestamptz;
update practice.room_members set seen_at = joined_at;
alter table practice.room_members alter column seen_at set not null;
