-- no transaction
-- Whether a picture is in use.
drop index concurrently if exists media.assets_thumbnail;
create index concurrently assets_thumbnail on media.assets (thumbnail) where thumbnail is not null;
