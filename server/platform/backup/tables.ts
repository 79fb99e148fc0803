import { createHash } from "node:crypto";
import type pg from "pg";

/** A table whose rows are backed up. Names are quoted where SQL needs it. */
export interface Table {
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly partitions: readonly { readonly name: string; readonly bound: string }[];
}

/** A table's rows, whatever their order. */
export interface TableSum {
  readonly rows: number;
  /** Sum of the rows' hashes. */
  readonly checksum: string;
}

/** Rows of a migrated database that describe the database itself. */
const migrationsTable = "platform.migrations";
const rowsPerFetch = 1000;

/**
 * All tables but unlogged ones, whose content a crash may lose too.
 * @param client in a transaction
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  // Types of other schemas are then written with their schema.
  await client.query("set local search_path = pg_catalog");
  const { rows } = await client.query<Table>(
    `select format('%I.%I', space.nspname, class.relname) as name,
       (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       coalesce((select json_agg(json_build_object('name', format('%I.%I', childspace.nspname, child.relname),
           'bound', pg_get_expr(child.relpartbound, child.oid)) order by child.relname)
         from pg_inherits join pg_class child on child.oid = inhrelid
         join pg_namespace childspace on childspace.oid = child.relnamespace where inhparent = class.oid), '[]') as partitions
     from pg_class class join pg_namespace space on space.oid = class.relnamespace
     where class.relkind in ('r', 'p') and not class.relispartition and class.relpersistence = 'p'
       and space.nspname !~ '^(pg_|information_schema$)' and format('%I.%I', space.nspname, class.relname) <> $1
     order by 1`,
    [migrationsTable],
  );
  await client.query("reset search_path");
  return rows;
}

/** The migrations that ran, by name: only the same ones make the same tables. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by name`);
  return rows.map(({ name }) => name);
}

/** Settings under which PostgreSQL writes every value so that it reads back as the same. */
export const exactText =
  "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3; set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

const textOf = ({ name }: Table["columns"][number]): string => `${name}::text`;

/**
 * The rows of a table, each a JSON array of texts, read by a cursor.
 * @param client in a transaction with `exactText`
 */
export async function* readRows(client: pg.Client, { name, columns }: Table): AsyncGenerator<string[]> {
  await client.query(
    `declare backup_rows no scroll cursor for select to_json(array[${columns.map(textOf).join(", ")}]::text[])::text as line from ${name}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsPerFetch} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < rowsPerFetch) break;
  }
  await client.query("close backup_rows");
}

/** Inserts rows that `readRows` read. */
export async function insertRows(
  client: pg.Client,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, at) => `(line ->> ${at})::${type}`);
  await client.query(
    `insert into ${name} (${columns.map((column) => column.name).join(", ")}) overriding system value
     select ${values.join(", ")} from (select given::jsonb as line from unnest($1::text[]) as given) as lines`,
    [lines],
  );
}

/** Adds up rows in any order. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(lines: readonly string[]): void {
    for (const line of lines) {
      this.#rows += 1;
      const hash = createHash("sha256").update(line).digest().readBigUInt64BE();
      this.#sum = BigInt.asUintN(64, this.#sum + hash);
    }
  }

  end(): TableSum {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(16, "0") };
  }
}
