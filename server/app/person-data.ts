import { sql } from "kysely";
import { statement, statementByShape } from "../platform/db.ts";
import type { Db } from "../platform/db.ts";

/**
 * All data about a person: the rows of every table that refers to a person, and the rows that belong to those, without
 * credentials. Derived from the database schema, so that a new table is never forgotten. A column that refers to a person makes
 * its row theirs unless `apart` has a reason not to.
 */

/** Names of columns that refer to a person without a foreign key. */
const naming = /^(person|account|user|owner|author|actor|client|anonymous|previous|reporter|host)_?id$/i;

/** Columns that refer to a person whose rows aren't part of the export, or are exported by another column; each with its reason. */
export const apart: Readonly<Record<string, string>> = {
  "identity.user.accountId": "people.json holds the family",
  "identity.account.accountId": "the same row by its person",
  "identity.session.profileId": "the session is its account's",
  "catalog.heard_counts.staff_id": "the studio's own book of what its staff did",
  "identity.staff_acts.actor_id": "the studio's own book of what its staff did",
  "identity.see_as.staff_id": "the entry is the member's who was seen",
  "identity.staff_notes.staff_id": "the note is its subject's",
  "identity.two_factor.person_id": "opens doors",
  "identity.recovery_codes.person_id": "opens doors",
  "identity.mail_keys.person_id": "opens doors",
  "identity.family_pins.account_id": "opens doors",
  "identity.security_reports.person_id": "opens doors",
  "billing.gift_cards.staff_id": "the studio's own book of what its staff did",
  "billing.gift_cards.redeemer_id": "the card is its buyer's; its credit is in the export",
  "billing.student_approvals.staff_id": "the studio's own book of what its staff did",
  "onboarding.children.profile_id": "the same row by its parent",
  "profiles.follows.followed_id": "who follows somebody is that other's choice",
  "profiles.unseen.other_id": "whom somebody doesn't want to meet is that other's choice",
  "community.cases.decided_by": "a moderator's work",
  "growth.event_erasures.person_id": "exists only once the person is deleted",
  "growth.aliases.previous_id": "the same row by its person",
  "growth.events.anonymous_id": "the same row by its person, who keeps their id when they register",
  "platform.events.actor_id": "news between the parts of the studio, gone after a month",
};

/** Columns that refer to a person's rows but don't make their own rows part of the export; each with its reason. */
export const partsApart: Readonly<Record<string, string>> = {
  "catalog.classes.instructor_id": "the studio's",
  "identity.spent_tokens.session_id": "opens doors",
  "practice.room_codes.room_id": "opens doors",
  "practice.room_messages.room_id": "what others said in a room is theirs",
};

/** Credentials, and columns that reveal who made a decision: never part of an export. */
const secretColumn =
  /token|secret|password|hash|signature|nonce|endpoint|p256dh|^auth$|^key$|_key$|publicKey|credentialID|providerId$|decided_by|moderator|staff/i;

/** A table, and the column that refers to the row's person. */
export interface OwnTable {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  /** The column's type. */
  readonly type: "uuid" | "text";
}

/** A table whose rows belong to a person's rows in another table. */
export interface PartTable extends OwnTable {
  /** The other table and its key, which `column` references. */
  readonly of: OwnTable & { readonly key: string };
}

interface ColumnRow extends OwnTable {
  /** The table that this column's foreign key references: `identity.user`. */
  readonly refers: string | null;
  readonly key: string | null;
}

const selectColumns = statement<object, ColumnRow>(
  "app.list_columns",
  () => sql`
    select n.nspname as schema, t.relname as table, a.attname as column,
      format_type(a.atttypid, null) as type, fn.nspname || '.' || ft.relname as refers, fa.attname as key
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.conkey = array[a.attnum]
    left join pg_class ft on ft.oid = k.confrelid left join pg_namespace fn on fn.oid = ft.relnamespace
    left join pg_attribute fa on fa.attrelid = ft.oid and fa.attnum = k.confkey[1]
    where t.relkind in ('r', 'p') and not t.relispartition
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker', 'public')
    order by 1, 2, a.attnum`,
);

const nameOf = ({ schema, table }: OwnTable): string => `${schema}.${table}`;
/** Formats `schema.table.column`. */
export const pathOf = (found: OwnTable): string => `${nameOf(found)}.${found.column}`;

const namesPerson = ({ refers, column }: ColumnRow): boolean =>
  refers === "identity.user" || naming.test(column);

/** Every column that refers to a person, also those that aren't part of an export. */
export const listPersonColumns = async (db: Db): Promise<OwnTable[]> =>
  (await db.many(selectColumns, {})).filter(namesPerson);

/** The tables whose rows belong to a person, and those whose rows belong to such rows. */
export async function readPersonTables(db: Db): Promise<{ own: OwnTable[]; parts: PartTable[] }> {
  const columns = await db.many(selectColumns, {});
  const own = columns.filter((found) => namesPerson(found) && !(pathOf(found) in apart));
  const parts: PartTable[] = [];
  const known = new Set(["identity.user", ...own.map(nameOf)]);
  for (const found of columns) {
    const of = own.find((one) => nameOf(one) === found.refers);
    if (!of || !found.key || known.has(nameOf(found))) continue;
    if (pathOf(found) in apart || pathOf(found) in partsApart) continue;
    known.add(nameOf(found));
    parts.push({ ...found, of: { ...of, key: found.key } });
  }
  return { own, parts };
}

type Row = { readonly row: Record<string, unknown> };
const selectOwn = statementByShape<OwnTable, { ids: readonly string[] }, Row>(
  "app.list_own_rows",
  ({ schema, table, column, type }, p) => sql`
    select to_jsonb(t) as row from ${sql.table(`${schema}.${table}`)} t
    where ${sql.ref(`t.${column}`)} = any(${p.ids}::${sql.raw(type)}[])`,
);
const selectParts = statementByShape<PartTable, { ids: readonly string[] }, Row>(
  "app.list_parts_of_own_rows",
  ({ schema, table, column, of }, p) => sql`
    select to_jsonb(t) as row from ${sql.table(`${schema}.${table}`)} t
    where ${sql.ref(`t.${column}`)} in (
      select ${sql.ref(`o.${of.key}`)} from ${sql.table(`${of.schema}.${of.table}`)} o
      where ${sql.ref(`o.${of.column}`)} = any(${p.ids}::${sql.raw(of.type)}[]))`,
);
const selectPeople = statement<{ accountId: string }, { id: string; row: Record<string, unknown> }>(
  "app.list_people_of_account",
  (p) => sql`
    select id, to_jsonb(u) as row from identity."user" u
    where id = ${p.accountId}::uuid or "accountId" = ${p.accountId}::uuid order by "accountId" nulls first, "createdAt"`,
);

const withoutSecrets = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !secretColumn.test(name)));

/** A JSON file in the export: its name and content. */
export interface DataFile {
  readonly name: string;
  readonly content: readonly Record<string, unknown>[];
}

/**
 * Rows of tables that another store than PostgreSQL has: `schema.table`, and what reads those of people. PostgreSQL is read first, as rows
 * move from there. Those that both have are the same in the column `key`.
 */
export type RowsElsewhere = Readonly<
  Record<string, { key: string; read(ids: readonly string[]): Promise<readonly Record<string, unknown>[]> }>
>;

/** Rows of another store that aren't among those of PostgreSQL. */
async function othersOf(
  elsewhere: RowsElsewhere[string] | undefined,
  ids: readonly string[],
  stored: readonly Row["row"][],
): Promise<Row["row"][]> {
  if (!elsewhere) return [];
  const { key } = elsewhere;
  const known = new Set(stored.map((row) => row[key]));
  return (await elsewhere.read(ids)).filter((row) => !known.has(row[key]));
}

/** Reads the data of an account with its family. @yields one file for the people, then one for each table with rows of theirs */
export async function* readPersonData(
  db: Db,
  accountId: string,
  elsewhere: RowsElsewhere = {},
): AsyncGenerator<DataFile> {
  const people = await db.many(selectPeople, { accountId });
  yield { name: "people.json", content: people.map(({ row }) => withoutSecrets(row)) };
  const ids = people.map(({ id }) => id);
  const { own, parts } = await readPersonTables(db);
  const seen = new Set<string>();
  for (const table of own) {
    const stored = (await db.many(selectOwn(table), { ids })).map(({ row }) => row);
    const rows = stored.concat(await othersOf(elsewhere[nameOf(table)], ids, stored));
    if (rows.length === 0) continue;
    // A table that refers to a person by two columns becomes two files.
    const path = `${table.schema}/${table.table}`;
    yield {
      name: seen.has(path) ? `${path}.${table.column}.json` : `${path}.json`,
      content: rows.map(withoutSecrets),
    };
    seen.add(path);
  }
  for (const table of parts) {
    const rows = await db.many(selectParts(table), { ids });
    if (rows.length > 0)
      yield {
        name: `${table.schema}/${table.table}.json`,
        content: rows.map(({ row }) => withoutSecrets(row)),
      };
  }
}
