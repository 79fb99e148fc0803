-- Images of the studio's brand, as they are served: small, and read with the settings by every server.
create table site.brand_files (
  name text primary key,
  kind text not null check (kind in ('logo-light', 'logo-dark', 'icon', 'share')),
  -- Of the uploaded image; part of the files' addresses.
  hash text not null,
  width int not null,
  height int not null,
  content bytea not null
);
