-- Whom one keeps at a distance is listed by when that began.
alter table profiles.unseen add column since timestamptz not null default date_trunc('milliseconds', now());
create index unseen_since on profiles.unseen (person_id, since desc, other_id desc);

-- What guests report is looked at, and hides nothing for others.
alter table community.reports add column is_members boolean not null default true;
