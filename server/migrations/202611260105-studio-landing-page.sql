-- The page for visitors who were never here: what is edited, and what they see. One row.
create table studio.landing_page (
  is_only boolean primary key default true check (is_only),
  -- counts every change, for the optimistic lock
  version integer not null default 0,
  draft jsonb not null default '{"blocks": []}',
  -- null while visitors begin at the home page
  published jsonb,
  saved_at timestamptz,
  published_at timestamptz
);
insert into studio.landing_page default values;
