-- What a class asks of a dancer beside its level: how hard it is, how much room it takes, and whether it goes down to the floor.
alter table catalog.classes
  add column energy text not null default 'steady' check (energy in ('gentle', 'steady', 'high')),
  add column space text not null default 'steps' check (space in ('spot', 'steps', 'room')),
  add column space_rank smallint not null generated always as (case space when 'spot' then 0 when 'steps' then 1 else 2 end) stored,
  add column uses_floor boolean not null default false;

-- What was there before says it by its kind.
update catalog.classes set
  energy = case type when 'wellness' then 'gentle' when 'workout' then 'high' when 'party' then 'high' else 'steady' end,
  space = case type when 'wellness' then 'spot' when 'drill' then 'spot' else 'steps' end,
  uses_floor = type = 'wellness';

create index classes_of_type on catalog.classes (type, level_rank, published_at desc, id desc) where published_at is not null;
