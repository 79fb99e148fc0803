-- The words that people were asked with, by version: with a consent below, the proof of what was agreed to.
create table growth.consent_texts (
  version int primary key,
  words text not null,
  since timestamptz not null default now()
);
insert into growth.consent_texts (version, words) values (1,
  'May we count along? With your yes we keep which pages you open, to see what works (analytics), and which advertisement led you here, '
  'to pay for those that help (advertising). None of it is sold. Everything you can dance works the same without. '
  'Refuse all. Accept all. Choose.');

-- What people chose: one row for each change, never altered.
create table growth.consents (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references identity."user" ("id") on delete cascade,
  version int not null references growth.consent_texts (version),
  analytics boolean not null,
  advertising boolean not null,
  place text not null check (place in ('banner', 'settings')),
  regime text not null check (regime in ('opt_in', 'opt_out')),
  country_code text,
  given_at timestamptz not null
);
create index consents_person on growth.consents (person_id, given_at desc, id);
