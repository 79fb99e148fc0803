-- When a screen took its place: a link that moves between clients may move again a minute later.
alter table media.streams add column claimed_at timestamptz not null default now();
