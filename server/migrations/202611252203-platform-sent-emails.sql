-- What was emailed to whom, and whether the mail server took it. Not its text.
create table platform.sent_emails (
  -- that of the message: part of its Message-ID
  id uuid primary key,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  subject text not null,
  queued_at timestamptz not null,
  -- when the mail server took it
  sent_at timestamptz,
  -- when the mail server last refused it for good, with a reply of 500 to 599
  refused_at timestamptz,
  -- when the last attempt failed
  failed_at timestamptz
);
create index sent_emails_person on platform.sent_emails (person_id, queued_at desc, id desc);
create index sent_emails_queued on platform.sent_emails (queued_at);
