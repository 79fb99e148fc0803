create schema notifications;

-- What a person is told.
create table notifications.items (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  kind text not null,
  -- News of one key are one item until it is read: three people like a post, and it is said once.
  group_key text not null,
  -- what its sentence names: a badge, a challenge
  facts jsonb not null default '{}',
  path text not null,
  image_path text,
  -- who did it, the latest first, 100 at most
  actor_ids uuid[] not null default '{}',
  is_listed boolean not null,
  -- of the latest news in it
  created_at timestamptz not null,
  read_at timestamptz,
  -- when it goes into a digest; null when it doesn't, or has
  digest_at timestamptz,
  mailed_at timestamptz
);
create unique index items_group on notifications.items (person_id, group_key) where read_at is null;
create index items_inbox on notifications.items (person_id, created_at desc, id desc) where is_listed;
create index items_unread on notifications.items (person_id) where is_listed and read_at is null;
create index items_digest on notifications.items (digest_at, person_id) where digest_at is not null;
create index items_created_at on notifications.items (created_at);

-- Which news reached whom already: what makes telling twice the same as telling once.
create table notifications.heard (
  source_id text not null,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  heard_at timestamptz not null,
  primary key (source_id, person_id)
);
create index heard_heard_at on notifications.heard (heard_at);
create index heard_person on notifications.heard (person_id);

-- What a person chose; a kind without a row is as the product has it.
create table notifications.kind_settings (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  kind text not null,
  inbox boolean not null,
  push boolean not null,
  email text not null check (email in ('off', 'digest', 'at_once')),
  primary key (person_id, kind)
);
-- Minutes of the local day; from 22:00 to 7:00 passes midnight.
create table notifications.quiet_hours (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  from_minute int not null check (from_minute between 0 and 1439),
  to_minute int not null check (to_minute between 0 and 1439),
  check (from_minute <> to_minute)
);

-- Where a browser is reached. A browser belongs to whoever signed in on it last.
create table notifications.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_person on notifications.push_subscriptions (person_id);
