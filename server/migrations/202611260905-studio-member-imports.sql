-- Lists of members from other services. What a row says is deleted once it is handled, or with its import.
create table studio.member_imports (
  id uuid primary key,
  file_name text not null,
  created_at timestamptz not null,
  state text not null check (state in ('draft', 'running', 'done')),
  -- Names of the file's columns, and what each of them is; null: it isn't used.
  header text[] not null,
  fields text[] not null,
  -- What everyone is given whose row says nothing else.
  plan_id text,
  access_until timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
create index member_imports_created_at on studio.member_imports (created_at);

create table studio.member_import_rows (
  import_id uuid not null references studio.member_imports (id) on delete cascade,
  -- of the file
  line integer not null,
  -- null once it is handled
  cells text[],
  state text not null,
  primary key (import_id, line)
);
create index member_import_rows_state on studio.member_import_rows (import_id, state, line);
