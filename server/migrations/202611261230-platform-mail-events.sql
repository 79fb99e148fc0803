-- Bounces and complaints that email services told us, so that each counts once. Rows are deleted after 30 days.
create table platform.mail_events (
  service text not null check (service in ('postmark', 'sendgrid', 'ses')),
  event_id text not null,
  received_at timestamptz not null,
  primary key (service, event_id)
);
create index mail_events_received on platform.mail_events (received_at);

-- Why an address gets no emails that can be unsubscribed from: its mailbox doesn't exist, or its owner called one spam.
alter table platform.suppressed_addresses add column reason text not null default 'bounce' check (reason in ('bounce', 'complaint'));
-- When the recipient called the email spam.
alter table platform.sent_emails add column complained_at timestamptz;
