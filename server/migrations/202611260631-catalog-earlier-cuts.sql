-- backfill: what earlier releases published plays the whole front video, so that a first trim moves parts and counts as well.
update catalog.classes
set cut_of = (select film_id from catalog.class_films where class_id = classes.id and angle = 'front')
where id in (
  select classes.id
  from catalog.classes
    join catalog.class_films as front on front.class_id = classes.id and front.angle = 'front' and front.state = 'ready'
    join media.assets on assets.id = classes.asset_id and assets.version is not null and not assets.is_pending
  where classes.cut_of is null and classes.duration_ms is not null
  limit 1000
);
