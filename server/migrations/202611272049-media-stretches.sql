-- Stretches of long videos that are being transcoded. The worker that runs the transcode offers them, idle workers encode them with it.
create table media.stretches (
  asset_id uuid not null references media.assets on delete cascade,
  -- of its files in the store: by source and encoder settings
  name text not null,
  -- requested_at of the asset; those of an order that was replaced are no longer encoded
  ordered_at timestamptz not null,
  -- an angle, or its upright version
  view text not null,
  first_frame int not null,
  frames int not null,
  -- what its encoder needs beside the source; json, because names depend on the order of keys
  plan json not null,
  -- workers of another release may encode differently
  release text not null,
  is_stored boolean not null default false,
  -- another worker couldn't encode it
  is_left_to_owner boolean not null default false,
  claimed_by uuid,
  claimed_until timestamptz not null default '-infinity',
  -- false while the worker that claimed it reads the source
  is_begun boolean not null default false,
  primary key (asset_id, name)
);
