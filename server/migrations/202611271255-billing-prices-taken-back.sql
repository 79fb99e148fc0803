-- A price that was taken back before anyone paid it. Changes that were announced for it still name it.
alter table billing.price_versions add column taken_back_at timestamptz;
-- The notice of such a price: without `sent_at` the old price is charged, also by a server that doesn't know of this.
alter table billing.price_notices
  add column taken_back_at timestamptz,
  -- what `sent_at` was
  add column was_sent_at timestamptz,
  -- when its member was told that it doesn't apply
  add column retraction_sent_at timestamptz;
