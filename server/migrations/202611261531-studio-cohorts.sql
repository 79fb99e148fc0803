-- Members by the month of their first paid term, as the hourly job last counted them. Deleted accounts are among the counts alone.
create table studio.cohort_members (
  account_id uuid primary key references identity."user" ("id") on delete cascade,
  -- its first day, UTC
  month date not null,
  plan_id text not null,
  -- how they came: code:NAME, gift, given, site:NAME, said:NAME or unknown
  source text not null,
  -- null: they never danced
  first_class_id uuid,
  -- 0 for the month itself: at the end of which months they had a paid term
  paid_months smallint[] not null
);
create index cohort_members_month on studio.cohort_members (month);

create table studio.cohort_counts (
  split text not null check (split in ('all', 'plan', 'source', 'first_class')),
  -- a plan, a source or a class; empty without a split, and for those who never danced
  value text not null,
  month date not null,
  size integer not null,
  -- of deleted accounts
  deleted integer not null,
  -- how many had a paid term at the end of the month itself, of the one after, and so on; the last is when it was counted
  paying integer[] not null,
  paying_deleted integer[] not null,
  counted_at timestamptz not null,
  primary key (split, value, month)
);
