-- Changes are told in the order of the transactions that made them: ids alone are given before a commit, and so are seen out of order.
alter table growth.rtdb_changes add column xact xid8 not null default pg_current_xact_id();
create index rtdb_changes_order on growth.rtdb_changes (xact, id);

-- Ids that a person had before they signed in: events that name one, also those that arrive late, are that person's.
create table growth.aliases (
  previous_id text primary key,
  person_id text not null,
  merged_at timestamptz not null
);
create index aliases_person on growth.aliases (person_id);
