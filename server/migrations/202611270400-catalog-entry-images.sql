-- Own images of styles, categories and instructors, which precede those of classes and of the demo.
alter table catalog.styles
  -- that of the demo, as categories have one
  add column preview_picture text,
  -- an own image in the sizes of the catalog, and uncropped; both below /pictures/
  add column picture text,
  add column poster text,
  -- which place of it stays in every crop, percent from the left and from the top
  add column poster_x int not null default 50,
  add column poster_y int not null default 50;
alter table catalog.categories
  add column picture text,
  add column poster text,
  add column poster_x int not null default 50,
  add column poster_y int not null default 50;
alter table catalog.instructors
  add column picture text,
  add column poster text,
  add column poster_x int not null default 50,
  add column poster_y int not null default 50,
  -- their pages elsewhere, such as a website
  add column links text[] not null default '{}';
