alter table catalog.classes
  -- whom its publishing tells
  add column release_audience text not null default 'followers',
  -- when members were told that it leaves the library soon
  add column leaving_notified_at timestamptz;
alter table catalog.classes add constraint classes_release_audience
  check (release_audience in ('no_one', 'followers', 'everyone')) not valid;

-- When members were told of a new course: at its first publication.
alter table courses.courses add column announced_at timestamptz;

-- How much happened in an item since it was read, for a sentence that sums it up.
alter table notifications.items add column occurrences int not null default 1;
