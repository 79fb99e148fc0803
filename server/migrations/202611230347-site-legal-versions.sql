-- Every version of a legal page stays: people agreed to it.
create table site.legal_versions (
  kind text not null check (kind in ('imprint', 'privacy', 'terms', 'rules')),
  version int not null check (version > 0),
  -- A translation has the version of its original.
  locale text not null default 'en',
  body text not null,
  -- The first day, in the studio's time zone.
  valid_from date not null,
  published_at timestamptz not null,
  primary key (kind, version, locale)
);
-- The legal pages in force when someone agreed; null for before there were any.
alter table billing.subscriptions add column terms_version int;
alter table growth.consents add column privacy_version int;
