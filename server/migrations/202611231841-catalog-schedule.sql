alter table catalog.classes
  -- when a draft enters the library by itself
  add column publish_at timestamptz,
  -- when it leaves the library by itself
  add column leaves_at timestamptz;
