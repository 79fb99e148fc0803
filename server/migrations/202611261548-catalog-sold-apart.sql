-- Whether only a price of its own, or of a course, opens a class: no plan does. A free class stays free.
alter table catalog.classes add column is_sold_apart boolean not null default false;
