-- The key of a part stays when parts are added before it, and while it has no place in the video. Members' mastery is kept by it. Null:
-- the part's index, as servers before this one write it.
alter table catalog.class_parts
  add column key smallint,
  -- where it started and ended before the video was cut there, in the time of the class; null: it wasn't
  add column whole_start_ms int,
  add column whole_end_ms int;

alter table catalog.classes
  -- the highest key that a part has had, so that none is used twice
  add column last_part_key smallint not null default 0,
  -- the beat grid before and after the video, in the time of the class; null: none
  add column beat_grid_outside jsonb;

-- Parts that lie outside of the video of their class. They come back with a video in which they fit.
create table catalog.unplaced_parts (
  class_id uuid not null references catalog.classes (id) on delete cascade,
  key smallint not null,
  title text not null,
  kind text not null check (kind in ('warm_up', 'breakdown', 'counts', 'slow', 'full_out', 'cool_down')),
  -- in the time of the class: before its start or beyond its end
  start_ms int not null,
  end_ms int not null check (end_ms > start_ms),
  -- in the last video that had it
  former_start_ms int not null,
  former_end_ms int not null,
  primary key (class_id, key)
);

-- the image of the class while it played the video, below /pictures/, without size and suffix; null: unknown
alter table catalog.replaced_source_videos add column picture text;
