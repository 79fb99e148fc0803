-- What the studio writes to its members: announcements, and the messages of its series.
create table studio.messages (
  id uuid primary key,
  -- which message of a series; null for an announcement
  series text unique,
  -- an announcement: draft, scheduled, sending, sent; a message of a series: off, on
  state text not null check (state in ('draft', 'scheduled', 'sending', 'sent', 'off', 'on')),
  version int not null default 1,
  -- {"en": {"subject": …, "body": …}}, by language
  texts jsonb not null,
  -- [{"kind": "class", "id": …}]
  cards jsonb not null default '[]',
  -- the filters of the list of people
  audience jsonb not null default '{}',
  created_at timestamptz not null,
  saved_at timestamptz not null,
  scheduled_at timestamptz,
  started_at timestamptz,
  sent_at timestamptz,
  -- people who were notified, in whichever way
  notified int not null default 0
);
create index messages_announcements on studio.messages (created_at desc, id desc) where series is null;

-- Who was told of a message. A row exists before anything is sent, so that no one is told twice.
create table studio.message_recipients (
  message_id uuid not null references studio.messages on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  -- which time a series told them, such as the year of an anniversary; empty for an announcement
  occurrence text not null default '',
  notified_at timestamptz not null,
  by_inbox boolean not null default false,
  by_push boolean not null default false,
  -- the row of platform.sent_emails, which is deleted after a year
  email_id uuid,
  -- hadn't danced in the 14 days before
  was_away boolean not null,
  opened_at timestamptz,
  -- when the job noticed that they danced, within 7 days
  danced_at timestamptz,
  primary key (message_id, person_id, occurrence)
);
create index message_recipients_person on studio.message_recipients (person_id);
create index message_recipients_undanced on studio.message_recipients (notified_at, person_id) where danced_at is null;

-- When a person chose the channels of a kind: proof of consent to news by email.
alter table notifications.kind_settings add column changed_at timestamptz;
