-- The chosen stretch of a trailer that reaches out of the present video, in its time; null: the trailer is as it was chosen.
alter table media.assets
  add column trailer_chosen_from_ms int,
  add column trailer_chosen_to_ms int;
