-- allows fill: the table has the one row of the first release
-- allows index: the table has one row, so that the lock is short
-- An experiment that the studio designs in the browser. One without a subject is known to apps by its id alone.
alter table growth.experiments
  add column name text,
  -- what it varies, as code knows it
  add column subject text check (subject in ('landing_hero', 'checkout_interval', 'onboarding_order')),
  -- what variant B shows; the fields depend on the subject
  add column variant_value jsonb,
  -- what counts as success; null: all goals are shown
  add column goal text check (goal in ('registered', 'trial', 'paid', 'danced')),
  -- the expected share of the control that reaches the goal, and the smallest difference worth finding, in shares
  add column expected_rate double precision check (expected_rate between 0 and 1),
  add column min_difference double precision check (min_difference between 0 and 1),
  -- people in each variant, fixed by the start
  add column planned_size int check (planned_size > 0),
  -- null: a draft. It runs while is_running, and has ended after that
  add column started_at timestamptz,
  add column ended_at timestamptz,
  add column chosen text check (chosen in ('control', 'variant-b')),
  add column version int not null default 1;
update growth.experiments set started_at = created_at, subject = case id when 'onboarding-variant-b' then 'onboarding_order' end;
-- A page never shows two experiments at once.
create unique index experiments_running on growth.experiments (subject) where is_running;

-- Who signed up, as a goal.
alter table growth.milestones drop constraint milestones_kind_check;
alter table growth.milestones
  add constraint milestones_kind_check check (kind in ('trial', 'paid', 'danced', 'survey', 'registered')) not valid;
