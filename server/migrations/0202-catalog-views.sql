-- What modules above the catalogue may read of it in their own statements.

-- One row for each published class.
create view catalog.published_classes as
  select id as class_id, style_id, level_rank, section_id, duration_ms, published_at
  from catalog.classes where published_at is not null;

-- The published classes of the categories that a person follows.
create view catalog.followed_classes as
  select followed.person_id, held.class_id, held.published_at
  from catalog.followed_categories as followed
  join catalog.class_categories as held on held.category_id = followed.category_id
  where held.published_at is not null;
