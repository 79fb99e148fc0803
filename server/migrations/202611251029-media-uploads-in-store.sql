-- Uploads that any server receives: into the store in parts, under a lock that lapses with its server.
alter table media.uploads
  -- The file is in the store; false: in DATA_DIR/uploads.
  add column in_store boolean not null default false,
  -- In the store only: the id of the unfinished object, and the bytes of its stored parts.
  add column multipart_id text,
  add column received_bytes bigint not null default 0,
  -- The last request that sent bytes, or the ticket. After a day without one, an upload is abandoned.
  add column active_at timestamptz not null default now(),
  -- The request that writes, until when it may unless it renews, and whether another one waits for it.
  add column locked_by uuid,
  add column locked_until timestamptz,
  add column is_lock_wanted boolean not null default false;
