import { sql } from "kysely";
import { statement, statementByShape } from "../platform/db.ts";
import type { Db } from "../platform/db.ts";

/**
 * Everything that the database holds about a person: the rows of every table that names somebody as theirs, without what opens doors.
 * It follows the tables themselves, so that a new one is never forgotten.
 */

/** Columns by which a row is a person's own. Who is only spoken of in it (blocked, reported, followed) is somebody else's business. */
const ownColumns = [
  "person_id",
  "account_id",
  "author_id",
  "follower_id",
  "reporter_id",
  "user_id",
  "userId",
];
/** What opens doors, or says who decided: never part of a copy. */
const secretColumn =
  /token|secret|password|hash|signature|nonce|endpoint|p256dh|^auth$|^key$|_key$|publicKey|credentialID|providerId$|decided_by|moderator|staff/i;
const secretTables = new Set([
  "identity.two_factor",
  "identity.recovery_codes",
  "identity.mail_keys",
  "identity.family_pins",
]);

interface OwnTable {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

const selectTables = statement<{ columns: readonly string[] }, OwnTable>(
  "app.list_own_tables",
  (p) => sql`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.column_name = any(${p.columns}::text[])
      and c.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'platform', 'public')
      and not exists (
        select from pg_inherits i where i.inhrelid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass)
    order by 1, 2, array_position(${p.columns}::text[], c.column_name::text)`,
);
const selectOwn = statementByShape<OwnTable, { ids: readonly string[] }, { row: Record<string, unknown> }>(
  "app.list_own_rows",
  ({ schema, table, column }, p) => sql`
    select to_jsonb(t) as row from ${sql.table(`${schema}.${table}`)} t
    where ${sql.ref(`t.${column}`)}::text = any(${p.ids}::text[])`,
);
const selectPeople = statement<{ accountId: string }, { id: string; row: Record<string, unknown> }>(
  "app.list_people_of_account",
  (p) => sql`
    select id, to_jsonb(u) as row from identity."user" u
    where id = ${p.accountId}::uuid or "accountId" = ${p.accountId}::uuid order by "accountId" nulls first, "createdAt"`,
);

const withoutSecrets = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !secretColumn.test(name)));

/** A file of JSON in the copy: its name, and what stands in it. */
export interface DataFile {
  readonly name: string;
  readonly content: unknown;
}

/** Reads an account with its family. @yields one file for the people, then one for each table that holds rows of theirs */
export async function* readPersonData(db: Db, accountId: string): AsyncGenerator<DataFile> {
  const people = await db.many(selectPeople, { accountId });
  yield { name: "people.json", content: people.map(({ row }) => withoutSecrets(row)) };
  const ids = people.map(({ id }) => id);
  const seen = new Set<string>();
  for (const table of await db.many(selectTables, { columns: ownColumns })) {
    const name = `${table.schema}.${table.table}`;
    if (secretTables.has(name)) continue;
    const rows = await db.many(selectOwn(table), { ids });
    if (rows.length === 0) continue;
    // A table that names a person by two columns makes two files.
    const file = seen.has(name)
      ? `${table.schema}/${table.table}.${table.column}.json`
      : `${table.schema}/${table.table}.json`;
    seen.add(name);
    yield { name: file, content: rows.map(({ row }) => withoutSecrets(row)) };
  }
}
