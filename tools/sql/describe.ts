/** Describes statements and tables of PostgreSQL without running anything. */
import pg from "pg";
import type { ResultColumn } from "./scope.ts";

export interface DescribedColumn {
  readonly name: string;
  /** The type's oid. */
  readonly type: number;
}

/** The part of pg's connection that Describe needs; pg's types omit it. */
interface Wire {
  parse(message: { text: string; name: string }): void;
  describe(message: { type: "S"; name: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}

/** The result columns of a statement, by the protocol's Describe message. @throws PostgreSQL's error when it can't be prepared */
export function describeStatement(client: pg.Client, text: string): Promise<readonly DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    const query = {
      submit(wire: Wire) {
        wire.parse({ text, name: "described" });
        wire.describe({ type: "S", name: "described" });
        wire.close({ type: "S", name: "described" });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(query as unknown as pg.Submittable);
  });
}

export interface TableRow {
  readonly schema: string;
  readonly name: string;
  /** The query of a view; null for a table. */
  readonly view: string | null;
  readonly columns: readonly ResultColumn[];
  /** Its check constraints, as PostgreSQL prints them. */
  readonly checks: readonly string[];
}

/** Every table and view with its columns in order. */
export async function listTables(client: pg.Client): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(`
    select n.nspname as schema, t.relname as name, case when t.relkind = 'v' then pg_get_viewdef(t.oid) end as view,
      jsonb_agg(jsonb_build_object('name', a.attname, 'isNullable', not a.attnotnull) order by a.attnum) as columns,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = t.oid and k.contype = 'c') as checks
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p', 'v', 'm') group by t.oid, n.nspname`);
  return rows;
}

/** A sample value of each type in PostgreSQL's output format, for pg's parsers. */
export async function listSamples(
  client: pg.Client,
): Promise<ReadonlyMap<number, { name: string; sample: string }>> {
  const { rows } = await client.query<{ oid: number; name: string; element: string | null }>(`
    select t.oid::int, format_type(t.oid, null) as name, case when t.typcategory = 'A' then format_type(t.typelem, null) end as element
    from pg_type t`);
  return new Map(
    rows.map(({ oid, name, element }) => {
      const sample = samples[element ?? name] ?? "x";
      return [oid, { name, sample: element ? `{"${sample.replaceAll('"', '\\"')}"}` : sample }];
    }),
  );
}

const samples: Record<string, string> = {
  ...Object.fromEntries(
    ["smallint", "integer", "bigint", "numeric", "real", "double precision", "oid"].map((type) => [
      type,
      "1",
    ]),
  ),
  boolean: "t",
  date: "2026-01-02",
  "timestamp with time zone": "2026-01-02 03:04:05+00",
  "timestamp without time zone": "2026-01-02 03:04:05",
  interval: "01:00:00",
  json: "{}",
  jsonb: "{}",
  bytea: "\\x00",
};
