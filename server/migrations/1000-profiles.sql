create schema profiles;

-- Who may see a part of a person's page; people without a row have what the columns begin with.
create table profiles.settings (
  person_id uuid primary key references identity."user" ("id") on delete cascade,
  name_audience text not null default 'everyone' check (name_audience in ('everyone', 'members', 'crew', 'me')),
  bio_audience text not null default 'everyone' check (bio_audience in ('everyone', 'members', 'crew', 'me')),
  links_audience text not null default 'everyone' check (links_audience in ('everyone', 'members', 'crew', 'me')),
  badges_audience text not null default 'everyone' check (badges_audience in ('everyone', 'members', 'crew', 'me')),
  likes_audience text not null default 'everyone' check (likes_audience in ('everyone', 'members', 'crew', 'me')),
  uploads_audience text not null default 'everyone' check (uploads_audience in ('everyone', 'members', 'crew', 'me'))
);

-- Two people who follow each other are each other's crew.
create table profiles.follows (
  follower_id uuid not null references identity."user" ("id") on delete cascade,
  followed_id uuid not null references identity."user" ("id") on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followed on profiles.follows (followed_id, followed_at desc);

-- Whose things a person doesn't meet. A block stands in two rows, one for each side, so that one look-up tells.
create table profiles.unseen (
  person_id uuid not null references identity."user" ("id") on delete cascade,
  other_id uuid not null references identity."user" ("id") on delete cascade,
  has_blocked boolean not null default false,
  is_blocked boolean not null default false,
  has_muted boolean not null default false,
  primary key (person_id, other_id),
  check (person_id <> other_id)
);
create index unseen_other on profiles.unseen (other_id);
