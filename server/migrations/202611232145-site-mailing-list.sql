-- Who wants an email at the studio's opening. An address counts once its mailbox confirmed it.
create table site.mailing_list (
  id uuid primary key,
  -- normalized
  email text not null unique,
  locale text not null,
  -- when the newest email with a link was sent
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- when the email about the opening was queued
  announced_at timestamptz
);
create index mailing_list_unconfirmed on site.mailing_list (asked_at) where confirmed_at is null;
create index mailing_list_unannounced on site.mailing_list (confirmed_at)
  where confirmed_at is not null and announced_at is null;
create index mailing_list_confirmed on site.mailing_list (id) where confirmed_at is not null;
