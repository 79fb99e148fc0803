-- Whether comparing the sound of a view with that of the main one has failed; an editor tries again or sets its start.
alter table catalog.class_films
  add column alignment_failed boolean not null default false;
alter table catalog.class_upright_films
  add column alignment_failed boolean not null default false;
