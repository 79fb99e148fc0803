import { join } from "node:path";
import { loadModule, parseSync } from "libpg-query";
import type { Node } from "@pgsql/types";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definedStatements } from "../../server/platform/db.ts";
import { createTestDatabase } from "../../server/testing/harness.ts";
import { compareRow } from "./compare.ts";
import type { RowFault } from "./compare.ts";
import { describeStatement, listSamples, listTables } from "./describe.ts";
import { extensions, guaranteed, unlistedShapes } from "./guarantees.ts";
import { resultColumns } from "./nullability.ts";
import type { Facts, ResultColumn } from "./scope.ts";
import { readDeclaredStatements, statementFiles } from "./row-types.ts";
import type { DeclaredStatement } from "./row-types.ts";
import { reviewedWholeReads, smallTables } from "./whole-reads.ts";

const root = join(import.meta.dirname, "../..");
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let tables: Pick<Facts, "tableColumns" | "implications">;
let samples: Awaited<ReturnType<typeof listSamples>>;

const parse = (text: string): Node => parseSync(text).stmts![0]!.stmt as Node;

beforeAll(async () => {
  await loadModule();
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  samples = await listSamples(client);
  tables = readTables(await listTables(client));
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Tables by name. A view's columns are inferred from its query, because PostgreSQL reports all of them as nullable. */
function readTables(rows: Awaited<ReturnType<typeof listTables>>): typeof tables {
  const known = new Map(rows.map((table) => [`${table.schema}.${table.name}`, table]));
  const find = (schema: string | undefined, name: string) => known.get(`${schema ?? "pg_catalog"}.${name}`);
  const views = new Map<string, readonly ResultColumn[]>();
  const facts: typeof tables = {
    tableColumns: (schema, name) => {
      const table = find(schema, name);
      if (!table?.view) return table?.columns ?? null;
      const key = `${table.schema}.${table.name}`;
      let columns = views.get(key);
      if (!columns) {
        const inferred = resultColumns(parse(table.view), { ...facts, isNullableParam: () => true });
        columns = table.columns.map((column, at) => ({
          ...column,
          isNullable: inferred[at]?.isNullable ?? true,
        }));
        views.set(key, columns);
      }
      return columns;
    },
    implications: (schema, name) =>
      (find(schema, name)?.checks ?? []).flatMap((check) => {
        const found = /^CHECK \(\(\((\w+) IS NULL\) OR \((\w+) IS NOT NULL\)\)\)$/.exec(check);
        return found ? [[found[1] ?? "", found[2] ?? ""] as const] : [];
      }),
  };
  return facts;
}

/** The differences between a statement's row type and PostgreSQL's columns. */
async function faultsOf(
  declared: Pick<DeclaredStatement, "params" | "row">,
  text: string,
  keys: readonly string[],
): Promise<RowFault[]> {
  const described = await describeStatement(client, text);
  const inferred =
    described.length === 0
      ? []
      : resultColumns(parse(text), {
          ...tables,
          isNullableParam: (number) => declared.params.get(keys[number - 1] ?? "")?.isNullable ?? true,
        });
  if (described.length > 0)
    expect(inferred.map(({ name }) => name)).toEqual(described.map(({ name }) => name));
  return compareRow(declared.row, described, inferred, samples);
}

describe("the server's statements", () => {
  let declared: DeclaredStatement[];
  // Test files that ran before this one in the same process may have defined statements of their own.
  const serverStatements = () => definedStatements().filter(({ name }) => !name.startsWith("test."));

  beforeAll(async () => {
    declared = readDeclaredStatements(root, "tsconfig.server.json");
    for (const file of statementFiles(root)) await import(join(root, file));
  });

  it("have unique names", () => {
    const names = serverStatements().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("return rows of their declared types", async () => {
    const faults = new Set<string>();
    const used = new Set<string>();
    for (const { name, compile } of serverStatements()) {
      const source = declared.find((one) => matches(one.name, name));
      if (!source) {
        faults.add(`${name}: write the name where the statement is made, so that its row type can be read`);
        continue;
      }
      if (!source.shapes) {
        used.add(name);
        if (!(name in unlistedShapes))
          faults.add(`${name} (${source.file}:${source.line}): its shapes can't be listed`);
        continue;
      }
      for (const shape of source.shapes) {
        const { text, keys } = compile(shape);
        for (const fault of await faultsOf(source, text, keys)) {
          const key = `${name}.${fault.column}`;
          const reviewed =
            fault.kind === "nullable"
              ? key in guaranteed && key
              : fault.kind === "surplus" && fault.column in extensions && fault.column;
          if (reviewed) used.add(reviewed);
          else faults.add(`${name} (${source.file}:${source.line}): ${fault.message}`);
        }
      }
    }
    expect([...faults]).toEqual([]);
    expect(
      [guaranteed, extensions, unlistedShapes].flatMap(Object.keys).filter((key) => !used.has(key)),
    ).toEqual([]);
  });

  it("have an index for each table that grows", async () => {
    // Leaves whole reads where no index fits, however few rows there are.
    await client.query("set enable_seqscan = off");
    const faults = new Set<string>();
    const used = new Set<string>();
    for (const { name, compile } of serverStatements()) {
      const source = declared.find((one) => matches(one.name, name));
      for (const shape of source?.shapes ?? []) {
        const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
          `explain (generic_plan, format json, verbose) ${compile(shape).text}`,
        );
        for (const table of tablesReadWhole(rows[0]!["QUERY PLAN"][0].Plan)) {
          if (smallTables.has(table)) used.add(table);
          else if (name in reviewedWholeReads) used.add(name);
          else faults.add(`${name} reads ${table} whole`);
        }
      }
    }
    await client.query("reset enable_seqscan");
    expect([...faults]).toEqual([]);
    expect([...smallTables, ...Object.keys(reviewedWholeReads)].filter((key) => !used.has(key))).toEqual([]);
  });
});

interface Plan {
  readonly "Node Type": string;
  readonly Schema?: string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}
const tablesReadWhole = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" ? [`${plan.Schema}.${plan["Relation Name"]}`] : []),
  ...(plan.Plans ?? []).flatMap(tablesReadWhole),
];

const matches = (written: string, name: string): boolean =>
  written === name ||
  (written.includes("*") &&
    new RegExp(`^${written.replaceAll(".", "\\.").replaceAll("*", ".+")}$`).test(name));
