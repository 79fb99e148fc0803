import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { Compilable, RawBuilder } from "kysely";
import pg from "pg";
import { isTracing, SpanKind, traced } from "./tracing/tracing.ts";
import { PreparedQuery } from "./prepared-query.ts";

/** A parameter that is bound when the statement runs. Written into a query in place of a value. */
class Placeholder {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/** A query that Kysely compiled once: its text, its parameters' names in order, and the name of its prepared statement. */
export interface Statement<Params, Row> {
  readonly name: string;
  readonly text: string;
  readonly keys: readonly string[];
  /** Phantom property for type inference. */
  readonly types?: (params: Params) => Row;
}

type Query = RawBuilder<unknown> | Compilable<unknown>;

/** PostgreSQL truncates identifiers to 63 bytes. */
const maxNameLength = 63;

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Compiles a query once. Each property of `build`'s argument is the placeholder of the parameter with that name:
 *
 *     const findClass = statement<{ id: string }, ClassRow>("catalog.find_class", (p) => sql`select … where id = ${p.id}`);
 *
 * `name` appears in PostgreSQL's statistics. A hash of the text is appended, so that two versions of a query never clash.
 */
export function statement<Params extends object, Row>(
  name: string,
  build: (params: Params) => Query,
): Statement<Params, Row> {
  const compiled = compile<Params, Row>(name, build);
  definitions.push({ name, compile: () => compiled });
  return compiled;
}

function compile<Params extends object, Row>(
  name: string,
  build: (params: Params) => Query,
): Statement<Params, Row> {
  const params = new Proxy({}, { get: (_target, key) => new Placeholder(String(key)) }) as Params;
  const query = build(params);
  const compiled =
    "compile" in query && query.compile.length > 0
      ? (query as RawBuilder<unknown>).compile(compiler)
      : (query as Compilable<unknown>).compile();
  const keys = compiled.parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.key;
    throw new Error(
      `Statement ${name} contains the constant ${typeof parameter}; write it into the SQL or make it a parameter.`,
    );
  });
  const hash = createHash("sha256").update(compiled.sql).digest("hex").slice(0, 12);
  return { name: `${name.slice(0, maxNameLength - 13)}_${hash}`, text: compiled.sql, keys };
}

/**
 * A family of statements, one per shape of a filter, compiled on first use and cached. `shape` must be small and bounded (booleans
 * and enum values): each distinct one stays prepared on every connection.
 */
export function statementByShape<Shape, Params extends object, Row>(
  name: string,
  build: (shape: Shape, params: Params) => Query,
): (shape: Shape) => Statement<Params, Row> {
  const compiled = new Map<string, Statement<Params, Row>>();
  const compileShape = (shape: Shape) => {
    const key = JSON.stringify(shape);
    let found = compiled.get(key);
    if (!found) compiled.set(key, (found = compile<Params, Row>(name, (params) => build(shape, params))));
    return found;
  };
  definitions.push({ name, compile: (shape) => compileShape(shape as Shape) });
  return compileShape;
}

/** A statement or a family of them, for the test that describes all of them on a database. */
export interface StatementDefinition {
  readonly name: string;
  /** Compiles the statement of a shape. A single statement ignores the shape. */
  compile(shape?: unknown): Statement<never, unknown>;
}

const definitions: StatementDefinition[] = [];

/** All statements of the loaded modules. */
export const definedStatements = (): readonly StatementDefinition[] => definitions;

/** Runs statements, in a transaction or outside one. */
export interface Db {
  /** All rows. */
  many<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** One row or null. @throws when there are more */
  maybe<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | null>;
  /** Exactly one row. @throws when there are none or more */
  one<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row>;
  /** Number of changed rows. */
  change<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
}

/** Counts the SQL statements of one request, for budgets and the log. */
export interface StatementCounter {
  statements: number;
  /** Whether it has begun to change something. Later reads need the primary. */
  wrote?: boolean;
}

/** A pool or one connection of it. pg's types lack the callback overload for a query object. */
interface Runner {
  query(query: PreparedQuery, callback: (error: Error | null | undefined) => void): unknown;
}

/** Pools with `isPooled`, and their connections. */
const pooled = new WeakSet<object>();

/** A `Db` over a pool or over one connection. */
export function dbOver(pool: pg.Pool | pg.PoolClient, counter?: StatementCounter): Db {
  const runner = pool as unknown as Runner;
  const hasSession = !pooled.has(pool);
  const run = <Params, Row>(found: Statement<Params, Row>, params: Params): Promise<PreparedQuery> => {
    if (counter) counter.statements += 1;
    const values = found.keys.map((key) => (params as Record<string, unknown>)[key] ?? null);
    const query = new PreparedQuery(hasSession ? found.name : "", found.text, values);
    const send = () =>
      new Promise<PreparedQuery>((resolve, reject) => {
        runner.query(query, (error) => (error ? reject(error) : resolve(query)));
      });
    if (!isTracing()) return send();
    const name = found.name.replace(/_[0-9a-f]{12}$/, "");
    const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
    return traced(`SQL ${name}`, attributes, send, SpanKind.CLIENT);
  };
  const requireAtMostOne = async <Params, Row>(
    found: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | null> => {
    const { rows } = await run(found, params);
    if (rows.length > 1)
      throw new Error(`Statement ${found.name} returned ${rows.length} rows where one was expected.`);
    return (rows[0] as Row | undefined) ?? null;
  };
  return {
    many: async <Params, Row>(found: Statement<Params, Row>, params: Params) =>
      (await run(found, params)).rows as Row[],
    maybe: requireAtMostOne,
    one: async (found, params) => {
      const row = await requireAtMostOne(found, params);
      if (row === null) throw new Error(`Statement ${found.name} returned no row where one was expected.`);
      return row;
    },
    change: async (found, params) => {
      if (counter) counter.wrote = true;
      return (await run(found, params)).rowCount ?? 0;
    },
  };
}

const { types } = pg;
// Counts, sums of minor units and milliseconds stay far below 2^53. Bigints as text would need a conversion at each use.
types.setTypeParser(types.builtins.INT8, (text) => Number(text));
types.setTypeParser(types.builtins.NUMERIC, (text) => Number(text));
// V8 parses ISO 8601 several times as fast as the library parses PostgreSQL's format. Every row has at least one date.
const parseAnyTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;
const utcForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
  utcForm.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTime(text),
);

export interface PoolSettings {
  /** A postgres:// URL, or the parts for a Unix socket. */
  connection: pg.PoolConfig;
  /** Maximum number of connections. */
  size: number;
  /** A statement that takes longer is canceled; milliseconds. */
  statementTimeoutMs: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /**
   * Whether a pooler in transaction mode is between. Each transaction may run in another session, so that no statement stays
   * prepared, and the pooler sets the timeouts, as it accepts none at connecting.
   */
  isPooled?: boolean;
}

/** Creates a pool with timeouts on every wait: for a connection, for a statement, for an idle transaction. */
export function createPool(settings: PoolSettings, onError: (error: Error) => void): pg.Pool {
  const { isPooled = false, statementTimeoutMs } = settings;
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs * 5,
  };
  const pool = new pg.Pool({
    ...settings.connection,
    max: settings.size,
    application_name: settings.applicationName,
    connectionTimeoutMillis: 1500,
    idleTimeoutMillis: 30_000,
    ...(isPooled ? {} : timeouts),
    keepAlive: true,
  });
  if (isPooled) pooled.add(pool);
  pool.on("error", onError);
  // A connection that breaks while in use fails its query. Without a listener, the error event would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (isPooled) pooled.add(client);
    // The server's own timeout fires first while the server is alive.
    endWhenSilent(client as WatchedClient, statementTimeoutMs + 200);
  });
  return pool;
}

/** Connects once and disconnects. Errors are the same as those of the pool. */
export async function reachDatabase(connection: pg.PoolConfig): Promise<void> {
  const pool = createPool(
    { connection, size: 1, statementTimeoutMs: 1_500, applicationName: "eightcount-start" },
    () => {},
  );
  try {
    await pool.query("select 1");
  } finally {
    await pool.end();
  }
}

type WatchedClient = pg.PoolClient & {
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
};

/**
 * Closes a connection whose server stops responding during a query. pg's `query_timeout` uses one timer per query. Its closures
 * keep each result's rows alive into the old generation: garbage collection took a third of a read's CPU.
 */
function endWhenSilent(client: WatchedClient, ms: number): void {
  const { stream } = client.connection;
  stream.setTimeout(ms);
  // As the callback of setTimeout it would fire once. A connection that had been idle as long would never be closed.
  stream.on("timeout", () => {
    if (!client.readyForQuery) stream.destroy(new Error("Query read timeout"));
  });
}

/** Lets statements of a connection take any time, as migrations do. It isn't closed while its server is silent. */
export function allowSilence(client: pg.PoolClient): void {
  (client as WatchedClient).connection.stream.setTimeout(0);
}

/** An error's SQLSTATE, or null. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  // Every SQLSTATE contains a digit; the system's EPIPE is as long.
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether an error is a violation of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === "23505";
}

/** Whether an error is a violation of a foreign key: the row that it names doesn't exist, or was deleted in the meantime. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === "23503";
}

/** Error codes of the system for a server that isn't there, or whose name doesn't resolve now. */
const unreachable: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether an error means that the database is unreachable or too slow now, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state)
    return (
      state.startsWith("08") ||
      state.startsWith("53") ||
      // 25006: the connection leads to a replica, as for moments while another one is promoted.
      ["57P01", "57P02", "57P03", "57014", "55P03", "25006"].includes(state)
    );
  const { code, message, syscall } = (error ?? {}) as { code?: string; message?: string; syscall?: string };
  return (
    unreachable.has(code ?? "") ||
    // The server's Unix socket isn't there. Of another call, it is a missing file.
    (code === "ENOENT" && syscall === "connect") ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|terminating connection|Client has encountered a connection error/.test(
      message ?? "",
    )
  );
}
