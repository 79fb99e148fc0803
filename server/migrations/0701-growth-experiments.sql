-- Experiments that run or ran. A person's variant is worked out from their id and kept when it is first shown to them.
create table growth.experiments (
  id text primary key check (id ~ '^[a-z0-9-]+$'),
  is_running boolean not null default false,
  -- of everybody, in percent: the rest sees the control and isn't counted
  share int not null default 100 check (share between 0 and 100),
  created_at timestamptz not null default now()
);
insert into growth.experiments (id, is_running) values ('onboarding-variant-b', true);

create table growth.exposures (
  experiment_id text not null references growth.experiments (id) on delete cascade,
  person_id uuid not null references identity."user" ("id") on delete cascade,
  variant text not null check (variant in ('control', 'variant-b')),
  exposed_at timestamptz not null,
  primary key (experiment_id, person_id)
);
create index exposures_person on growth.exposures (person_id);
