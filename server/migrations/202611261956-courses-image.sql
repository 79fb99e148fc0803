-- The image of a course: an own one, else that of the chosen class, else that of its first class.
alter table courses.courses
  -- an own image in the sizes of the catalog, and uncropped; both below /pictures/
  add column picture text,
  add column poster text,
  -- which place of the own image stays in every crop, percent from the left and from the top
  add column poster_x int not null default 50,
  add column poster_y int not null default 50,
  add column image_class_id uuid references catalog.classes (id) on delete set null;
