-- Links to a draft that were made before this number was advanced don't work any more.
alter table catalog.classes add column draft_links int not null default 1;
