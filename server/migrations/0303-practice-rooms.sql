-- A player that others steer (a phone as remote) or follow (dancing together).
create table practice.rooms (
  id uuid primary key,
  kind text not null check (kind in ('remote', 'together')),
  class_id uuid not null references catalog.classes (id) on delete cascade,
  -- the member whose player leads
  host_id uuid not null,
  -- nobody new comes in
  is_locked boolean not null default false,
  -- where the leading player stands: {positionMs, at, isPlaying, rate, loopStartMs, loopEndMs, label}; `at` is the server's time
  state jsonb,
  created_at timestamptz not null,
  -- when the leading player was last heard of
  led_at timestamptz not null,
  closed_at timestamptz
);
create index rooms_led on practice.rooms (led_at);
create index rooms_class on practice.rooms (class_id);

-- A device in a room: one person may have several.
create table practice.room_members (
  -- made by the device
  id uuid primary key,
  room_id uuid not null references practice.rooms (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  name text not null check (length(name) between 1 and 40),
  joined_at timestamptz not null,
  -- left, or was sent away
  left_at timestamptz,
  is_removed boolean not null default false
);
create index room_members_room on practice.room_members (room_id) where left_at is null;
create index room_members_person on practice.room_members (person_id);

-- The only way to a remote: short, for one phone, for two minutes.
create table practice.room_codes (
  -- SHA-256
  code_hash bytea primary key,
  room_id uuid not null references practice.rooms (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index room_codes_room on practice.room_codes (room_id);
create index room_codes_expired on practice.room_codes (expires_at);

-- What was pressed on a phone, or called out in a room; of use for some seconds.
create table practice.room_messages (
  id bigint primary key generated always as identity,
  room_id uuid not null references practice.rooms (id) on delete cascade,
  member_id uuid not null references practice.room_members (id) on delete cascade,
  body text not null,
  sent_at timestamptz not null
);
create index room_messages_room on practice.room_messages (room_id, id);
create index room_messages_member on practice.room_messages (member_id);
