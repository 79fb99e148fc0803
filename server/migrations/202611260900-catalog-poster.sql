-- The image of a class that an editor chose, below /pictures/; null: as its video has it.
alter table catalog.classes
  add column poster text,
  -- which place of it stays in every crop, percent from the left and from the top
  add column poster_x int not null default 50,
  add column poster_y int not null default 50;
