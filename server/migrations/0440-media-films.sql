-- What a file is sent for: a member's video, or a film of a class, which the studio keeps as that class's source.
alter table media.uploads
  add column purpose text not null default 'video' check (purpose in ('video', 'film')),
  -- what came was looked at and may be decoded
  add column inspected_at timestamptz;
