-- The newest published classes of each category that a person follows, so that following a large one costs what a small one does.
create or replace view catalog.followed_classes as
  select followed.person_id, held.class_id, held.published_at
  from catalog.followed_categories as followed
  cross join lateral (
    select class_id, published_at from catalog.class_categories
    where category_id = followed.category_id and published_at is not null
    order by published_at desc, class_id desc limit 60
  ) as held;
