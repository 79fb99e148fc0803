-- Which place of a class's image stays in narrow crops, percent from the left and from the top; null: no editor chose one.
alter table catalog.classes
  add column portrait_x int,
  add column portrait_y int;
