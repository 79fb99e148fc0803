import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { startRoles } from "../app/start.ts";
import type { Started } from "../app/start.ts";
import { prepareDatabase } from "../app/database.ts";
import { createCtx } from "../platform/ctx-factory.ts";
import type { Shared } from "../platform/ctx-factory.ts";
import type { Ctx, Role, Viewer } from "../ctx.ts";
import type { Clock } from "../platform/clock.ts";
import { readConfig } from "../platform/config/index.ts";
import { createPool } from "../platform/db.ts";
import { createLog } from "../platform/log.ts";
import { ensurePostgres } from "../platform/postgres/index.ts";
import { disposableSettings, makeDatabaseFolder } from "./database-folder.ts";

const templateName = "eightcount_template";

/** Connection of the tests' PostgreSQL, which vitest's global setup sets for every test file. */
const connectionVariable = "EIGHTCOUNT_TEST_DATABASE";

/** Starts the tests' own PostgreSQL with one migrated template. Vitest's global setup calls it once per run. */
export async function startTestDatabase(): Promise<() => Promise<void>> {
  const dataDir = await makeDatabaseFolder();
  // A pooler that runs as PostgreSQL's user passes through it.
  await chmod(dataDir, 0o711);
  const log = createLog("error");
  const postgres = await ensurePostgres({ dataDir, log, settings: disposableSettings });
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const pool = createPool(
    {
      connection: { ...postgres.connection, database: templateName },
      size: 4,
      statementTimeoutMs: 60_000,
      applicationName: "tests",
    },
    () => {},
  );
  await prepareDatabase(pool, log);
  // Most tests need a studio that sells. Opening has tests of its own.
  await pool.query("update site.settings set opened_at = now()");
  await pool.end();
  process.env[connectionVariable] = JSON.stringify(postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Creates a database for one test file, copied from the migrated template, or empty. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{
  connection: pg.PoolConfig;
  drop(): Promise<void>;
}> {
  const text = process.env[connectionVariable];
  if (!text)
    throw new Error("The tests' PostgreSQL isn't running: run the tests with `npm test` or `npm run unit`.");
  const server = JSON.parse(text) as { host: string; port: number; user: string; database: string };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const asAdmin = async (sql: string) => {
    const admin = new pg.Client(server);
    await admin.connect();
    try {
      await admin.query(sql);
    } finally {
      await admin.end();
    }
  };
  // A copy needs exclusive access to the template for a moment: files that start together take turns.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await asAdmin(`create database ${name} template ${isEmpty ? "template1" : templateName}`);
      break;
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    connection: { ...server, database: name },
    drop: async () => {
      await asAdmin(waitUntilUnused(name));
      await asAdmin(`drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * SQL that waits, up to a second, until closed pools have left a database. A connection that is ended by force reports an
 * error, which fails the run if its pool has no listener.
 */
const waitUntilUnused = (name: string): string => `do $$ begin
  for attempt in 1..40 loop
    exit when not exists (select from pg_stat_activity where datname = '${name}');
    perform pg_sleep(0.025);
    perform pg_stat_clear_snapshot();
  end loop;
end $$`;

/** A person of a test: their id, and their client's credentials. */
export interface TestPerson {
  readonly id: string;
  readonly cookie: string;
  /** A fresh access token. */
  token(): Promise<string>;
}

/** A response of the GraphQL endpoint. */
export interface GraphqlAnswer<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly {
    message: string;
    path?: (string | number)[];
    extensions: { code: string } & Record<string, unknown>;
  }[];
}

/** An open subscription. */
export interface TestStream<Data> {
  readonly status: number;
  /** Waits for the next result; null once the server has ended the stream. */
  next(): Promise<Pick<GraphqlAnswer<Data>, "data" | "errors"> | null>;
  /** Disconnects, like a closed tab. */
  close(): void;
}

export interface TestServer {
  /** Base URL: http://127.0.0.1:… */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Base URL of its metrics; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly dataDir: string;
  /** Sends an operation like a client. */
  graphql<Data = Record<string, never>>(
    query: string,
    variables?: object,
    options?: { as?: TestPerson; headers?: Record<string, string> },
  ): Promise<GraphqlAnswer<Data>>;
  /** Opens a subscription like a client. */
  subscribe<Data = Record<string, never>>(
    query: string,
    variables?: object,
    options?: { as?: TestPerson; headers?: Record<string, string> },
  ): Promise<TestStream<Data>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Signs in a guest. */
  anonymous(): Promise<TestPerson>;
  /** Registers a member; staff by `role`. */
  member(options?: { role?: Role; username?: string; name?: string }): Promise<TestPerson>;
  /** A ctx for direct calls of public APIs. */
  ctx(viewer?: Viewer | null): Ctx;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Environment variables in addition to the tests' own. */
  readonly env?: Record<string, string>;
  readonly roles?: "api" | "worker" | "api,worker";
  readonly clock?: Clock;
  /** An existing database, for a second server. */
  readonly database?: pg.PoolConfig;
  readonly dataDir?: string;
  readonly webDir?: string;
  /** How long an operation may take, in milliseconds. */
  readonly maxOperationMs?: number;
  /** Seeds the database before the server listens. */
  readonly seed?: (shared: Shared) => Promise<void>;
}

/** An IP address of the documentation range, 2001:db8::/32. */
const randomAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

/** Starts a whole server on its own database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database
    ? { connection: options.database, drop: async () => {} }
    : await createTestDatabase();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "eightcount-test-")));
  const config = readConfig(
    {
      NODE_ENV: "test",
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      GRAPHQL_OPEN: "on",
      GRAPHQL_INTROSPECTION: "on",
      TRUSTED_PROXIES: "127.0.0.1",
      DATABASE_CONNECTIONS: "6",
      // Tests sign in thousands of times. Hashes of full cost have tests of their own.
      PASSWORD_COST: "low",
      // A machine that is busy with tests may delay requests. Load shedding has tests of its own.
      REQUEST_WAIT_MS: "10000",
      // Rendering them costs as much as all the rest of a class. Their own tests switch them on.
      SLOW_SOUNDS: "off",
      ...options.env,
    },
    [`--role=${options.roles ?? "api,worker"}`],
  );
  const log = createLog(config.logLevel);
  const started: Started = await startRoles(config, database.connection, log, {
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.seed ? { seed: options.seed } : {}),
    ...(options.maxOperationMs ? { maxOperationMs: options.maxOperationMs } : {}),
    webDir: options.webDir ?? join(dataDir, "no-web"),
  });
  const url = `http://127.0.0.1:${started.port}`;
  const { pool } = started.shared;

  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  const personOf = async (response: Response): Promise<TestPerson> => {
    if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
    const { user } = (await response.json()) as { user: { id: string } };
    const cookie = cookieOf(response);
    return {
      id: user.id,
      cookie,
      token: async () => {
        const headers = { cookie, origin: url, "x-forwarded-for": randomAddress() };
        const answer = await fetch(`${url}/api/auth/token`, { headers });
        if (!answer.ok) throw new Error(`Requesting a token answered ${answer.status}`);
        return ((await answer.json()) as { token: string }).token;
      },
    };
  };
  // A long test outlives a token.
  const tokens = new LRUCache<string, Promise<string>>({ max: 1000, ttl: 120_000 });
  const tokenOf = (person: TestPerson) => {
    let token = tokens.get(person.cookie);
    if (!token) tokens.set(person.cookie, (token = person.token()));
    return token;
  };
  // Each person has their own IP address, as in reality. The limits per IP address have tests of their own.
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, "x-forwarded-for": randomAddress() },
      body: JSON.stringify(body),
    });

  return {
    url,
    pool,
    metricsUrl: started.metricsPort === null ? null : `http://127.0.0.1:${started.metricsPort}`,
    dataDir,
    ...speakTo(url, tokenOf),
    fetch: (path, init) => fetch(`${url}${path}`, init),
    anonymous: async () => personOf(await post("/api/auth/sign-in/anonymous", {})),
    // Registering has tests of its own. No password here, whose hash would cost more than most tests.
    member: async ({ role = "member", username, name = "Demo Member" } = {}) => {
      const person = await personOf(await post("/api/auth/sign-in/anonymous", {}));
      await pool.query(
        `update identity."user" set role = $2, username = $3, name = $4, email = $5, "emailVerified" = true, "isAnonymous" = false
         where id = $1`,
        [person.id, role, username ?? null, name, `${randomUUID()}@example.test`],
      );
      if (role !== "member") await readyForWork(pool, person.id);
      return person;
    },
    ctx: (viewer = null) =>
      createCtx(started.shared, { requestId: randomUUID(), viewer, clientIp: null, publicUrl: url }),
    stop: async () => {
      await started.stop();
      await database.drop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Gives staff the required passkey, and a session that stays confirmed wherever a test moves its clock. */
async function readyForWork(pool: pg.Pool, personId: string): Promise<void> {
  await pool.query(
    `insert into identity."passkey" (name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ('Test', '', $1, $2, 0, 'multiDevice', true)`,
    [personId, randomUUID()],
  );
  await pool.query(
    `update identity."session" set "confirmedAt" = now() + interval '10 years' where "userId" = $1`,
    [personId],
  );
}

/** A client of the server at `url`. `tokenOf`: a person's access token. */
export function speakTo(
  url: string,
  tokenOf: (person: TestPerson) => Promise<string>,
): Pick<TestServer, "graphql" | "subscribe"> {
  const headersOf = async (given: { as?: TestPerson; headers?: Record<string, string> }) => ({
    "content-type": "application/json",
    ...(given.as ? { "x-auth-token": `Bearer ${await tokenOf(given.as)}` } : {}),
    ...given.headers,
  });
  return {
    graphql: async (query, variables, given = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: await headersOf(given),
        body: JSON.stringify({ query, variables }),
      });
      const body = (await response.json()) as { data?: never; errors?: never };
      return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] };
    },
    subscribe: async (query, variables, given = {}) => {
      const closing = new AbortController();
      const response = await fetch(`${url}/graphql/stream`, {
        method: "POST",
        headers: await headersOf(given),
        body: JSON.stringify({ query, variables }),
        signal: closing.signal,
      });
      return { status: response.status, next: answersOf(response), close: () => closing.abort() };
    },
  };
}

/** Reads server-sent events one after another. */
function answersOf<Data>(response: Response): TestStream<Data>["next"] {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async () => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (event.startsWith("event: complete")) return null;
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (!data) continue;
      const answer = JSON.parse(data) as { data?: Data | null; errors?: never };
      return { data: answer.data ?? null, errors: answer.errors ?? [] };
    }
  };
}
