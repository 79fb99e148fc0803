/**
 * `node tools/migrations/release.ts VERSION DATABASE_URL`: records a release in server/migrations/released, for the upgrade test.
 * Stores its migrations, and sample rows of each table of a demo studio at that release. Secrets are left out.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Release } from "./released.ts";

const rowsPerTable = 2;
/** Longer rows are JSON of classes that no migration reads. */
const maxRowLength = 4000;
/** Tables of credentials, and those that a release fills by itself. */
const excluded =
  /^(graphile_worker\..*|platform\.migrations|identity\.(session|account|jwks|verification|passkey|rate.*|tries|.*factors?.*|.*keys?.*|family_pins)|growth\..*_keys?)$/;
const secretColumn = /secret|token|password|hash|key$|address|email|^ip/i;

const [version = "", url = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version) || !url) {
  process.stderr.write(
    "Say which release, and where its demo studio's database is: release.ts 1.2.3 postgres://…\n",
  );
  process.exit(1);
}
const client = new pg.Client(url);
await client.connect();
const { rows: ran } = await client.query<{ name: string; sha256: string }>(
  "select name, sha256 from platform.migrations order by name",
);
const { rows: tables } = await client.query<{ name: string; sql: string }>(`
  select n.nspname || '.' || t.relname as name, format('%I.%I', n.nspname, t.relname) as sql
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  where t.relkind in ('r', 'p') and not t.relispartition and n.nspname !~ '^pg_|^information_schema$' order by 1`);
const rows: Record<string, Record<string, unknown>[]> = {};
for (const { name, sql } of tables.filter((table) => !excluded.test(table.name))) {
  const found = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${sql} t where length(to_jsonb(t)::text) < ${maxRowLength} limit ${rowsPerTable}`,
  );
  if (found.rows.length > 0)
    rows[name] = found.rows.map(({ row }, at) => withoutSecrets(row, `${name}-${at}`));
}
await client.end();
const release: Release = {
  version,
  migrations: Object.fromEntries(ran.map((one) => [one.name, one.sha256])),
  rows,
};
const file = join(import.meta.dirname, `../../server/migrations/released/${version}.json`);
writeFileSync(file, `${JSON.stringify(release, null, 1)}\n`);

/** Replaces texts of secret columns by others that are equally unique. */
function withoutSecrets(row: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "string" && secretColumn.test(column) && !/^[0-9a-f-]{36}$/.test(value)
        ? `${name}@example.test`
        : value,
    ]),
  );
}
