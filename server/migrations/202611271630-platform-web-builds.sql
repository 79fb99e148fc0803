-- GraphQL documents and hashed files of all web builds that servers offered lately, so that each server can answer the pages of any of them.
-- Rows are deleted 14 days after a server last offered them.
create table platform.web_documents (
  -- SHA-256 of the body, in hexadecimal.
  id text primary key,
  name text not null,
  body text not null,
  offered_at timestamptz not null
);
create index web_documents_offered on platform.web_documents (offered_at);

create table platform.web_files (
  -- Such as /assets/home-1a2b.js.
  path text primary key,
  type text not null,
  is_brotli boolean not null,
  content bytea not null,
  offered_at timestamptz not null
);
create index web_files_offered on platform.web_files (offered_at);
-- Compressed content gains nothing from a second compression.
alter table platform.web_files alter column content set storage external;

-- Builds, and when a running server last said that it has it.
create table platform.web_builds (
  -- SHA-256 of the ids of its documents.
  id text primary key,
  document_ids text[] not null,
  seen_at timestamptz not null
);
create index web_builds_seen on platform.web_builds (seen_at);
