alter table growth.experiments
  -- what the studio had at the start; null if an older release started it
  add column control_value jsonb,
  -- when its people were counted for good, at the end
  add column counted_at timestamptz;

-- People of an experiment apart from their exposures: deleted ones while it runs, and all of them after the end.
create table growth.experiment_counts (
  experiment_id text not null references growth.experiments (id) on delete cascade,
  variant text not null check (variant in ('control', 'variant-b')),
  people int not null,
  -- those of them who reached a goal since they saw it
  registered int not null,
  trial int not null,
  paid int not null,
  danced int not null,
  primary key (experiment_id, variant)
);

-- excluded: their country wasn't known in time, so that they see the control and aren't counted
alter table growth.exposures drop constraint exposures_variant_check;
alter table growth.exposures
  add constraint exposures_variant_check check (variant in ('control', 'variant-b', 'excluded')) not valid;
