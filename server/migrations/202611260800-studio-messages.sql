-- What the studio writes to many of its members.
create table studio.messages (
  id uuid primary key,
  state text not null check (state in ('draft', 'scheduled', 'sending', 'sent')),
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
  notified int not null default 0,
  -- what became of it, as counted before its recipients were deleted; null while they are kept
  figures jsonb
);
create index messages_created on studio.messages (created_at desc, id desc);
create index messages_due on studio.messages (scheduled_at, id) where state = 'scheduled';
create index messages_uncounted on studio.messages (sent_at, id) where state = 'sent' and figures is null;

-- Who was told of a message. A row exists before anything is sent, so that no one is told twice.
create table studio.message_recipients (
  message_id uuid not null references studio.messages on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
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
  primary key (message_id, person_id)
);
create index message_recipients_person on studio.message_recipients (person_id);
create index message_recipients_undanced on studio.message_recipients (notified_at, person_id) where danced_at is null;

-- When a person chose the channels of a kind: proof of consent to news by email.
alter table notifications.kind_settings add column changed_at timestamptz;
