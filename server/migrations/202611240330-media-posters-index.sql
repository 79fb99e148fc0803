-- no transaction
-- Whether a picture is in use.
drop index concurrently if exists media.assets_poster;
create index concurrently assets_poster on media.assets (poster) where poster is not null;
