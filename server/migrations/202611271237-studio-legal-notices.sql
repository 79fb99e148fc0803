-- Emails about a version of a legal page, one row for each audience that an admin chose.
create table studio.legal_notices (
  kind text not null,
  version int not null,
  audience text not null check (audience in ('members', 'subscribers')),
  started_at timestamptz not null,
  -- when the last person was told; null while it is being sent
  sent_at timestamptz,
  -- people who got an email by it
  notified int not null default 0,
  primary key (kind, version, audience)
);

-- Who was told of a version, by any of its notices.
create table studio.legal_notice_recipients (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  kind text not null,
  version int not null,
  notified_at timestamptz not null,
  -- the row of platform.sent_emails, which is deleted after a year
  email_id uuid not null,
  primary key (person_id, kind, version)
);
