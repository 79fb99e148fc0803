alter table practice.class_summaries
  add column saved int not null default 0,
  -- where most of those who didn't finish stopped, to ten seconds; null while too few stopped in one place
  add column stops_at_ms int;
