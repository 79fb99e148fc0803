-- One row for each person who may be counted, read from events and ad clicks: when they came, what led them here, how far they went.
create table growth.visitors (
  person_id text primary key,
  first_seen_at timestamptz not null,
  country_code text,
  first_touch_at timestamptz,
  first_source text,
  first_medium text,
  first_campaign text,
  -- the last one before they began to try or to pay
  last_touch_at timestamptz,
  last_source text,
  last_medium text,
  last_campaign text,
  onboarding_at timestamptz,
  checkout_at timestamptz,
  -- seen again from day 21 to day 27 after the first
  was_here_in_week_4 boolean not null default false
);
create index visitors_first_seen on growth.visitors (first_seen_at);

-- What others' news tell of a person: the first time of each, and what they said in the survey.
create table growth.milestones (
  person_id text not null,
  kind text not null check (kind in ('trial', 'paid', 'danced', 'survey')),
  detail text,
  happened_at timestamptz not null,
  primary key (person_id, kind)
);

-- The reports read events as a service that they are forwarded to does, from the beginning.
insert into growth.forwarders (id, xact, seq) values ('visitors', '0', 0);

-- Only those from these countries take part; null: everybody.
alter table growth.experiments add column countries text[];
