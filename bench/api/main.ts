/**
 * Reads of the API against two others on the same rows: the floor (a bare server with the same SQL) and PostGraphile 5. Servers run one at a
 * time in processes of their own, in turns, three rounds each; the table gives the median and its ratio to the floor.
 *
 *     npm run bench -- api [--scale=1]
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import type pgTypes from "pg";
import { prepareDatabase, startRoles } from "../../server/app/start.ts";
import { readConfig } from "../../server/platform/config.ts";
import { createLog } from "../../server/platform/log.ts";
import { ensurePostgres } from "../../server/platform/postgres/index.ts";
import { scales, seed } from "./seed.ts";
import type { Scale } from "./seed.ts";

const root = join(import.meta.dirname, "../..");
// The server's own copy, so that what is watched below is what the server uses.
const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const poolSize = 16;
const connections = 32;
const seconds = 6;
const rounds = 3;

const ours = `{ studioClasses(pagination: { first: 24 }) { nextCursor items {
  id classId title level type accessType isExplicit isLocked styleV2 { name } instructor { name slug }
  video { durationInMs } userProgress { completed percent } } } }`;
const peers = (
  me: string,
) => `{ allClasses(first: 24, orderBy: [PUBLISHED_AT_DESC, ROW_ID_DESC]) { pageInfo { endCursor } nodes {
  rowId slug title level type accessType isExplicit durationMs styleByStyleId { name } instructorByInstructorId { name slug }
  practiceRecordsByClassId(first: 1, condition: { personId: "${me}" }) { nodes { playedMs completedAt } } } } }`;

interface Target {
  readonly name: string;
  readonly start: () => Promise<{ url: string; headers: Record<string, string>; child: ChildProcess }>;
  readonly body: string;
}

/** Starts a program and waits for the line that names its address. */
async function launch(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const url = /ready (?:on )?(http:\S+)/.exec(said)?.[1];
    if (url) {
      child.stdout.resume();
      return { url, child };
    }
  }
  throw new Error(`${args[0]} didn't start: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

/** Requests a second over one round. @throws when any answer isn't what it should be */
async function measure(
  url: string,
  headers: Record<string, string>,
  body: string,
  forSeconds: number,
): Promise<number> {
  const result = await autocannon({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    connections,
    duration: forSeconds,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} answers of ${url} failed`);
  return result.requests.total / result.duration;
}

async function check(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const answer = (await response.json()) as { errors?: unknown };
  if (!response.ok || answer.errors)
    throw new Error(`${url} answers ${response.status}: ${JSON.stringify(answer)}`);
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function run(scale: Scale): Promise<Map<string, number>> {
  const dataDir = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
  const log = createLog("error");
  const postgres = await ensurePostgres({
    dataDir,
    log,
    settings: { fsync: "off", synchronous_commit: "off", max_wal_size: "4GB", maintenance_work_mem: "512MB" },
  });
  try {
    const pool = new pg.Pool({ ...postgres.connection, max: 4 });
    pool.on("error", () => {});
    await prepareDatabase(pool, log);
    const me = await seed(pool, scale);
    const target = await targets(postgres, dataDir, pool, me);
    await pool.end();
    const found = new Map<string, number[]>(target.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, start, body } of target) {
        const { url, headers, child } = await start();
        await check(url, headers, body);
        await measure(url, headers, body, 2);
        found.get(name)!.push(await measure(url, headers, body, seconds));
        await end(child);
      }
    }
    return new Map([...found].map(([name, values]) => [name, median(values)]));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function targets(
  postgres: { connectionString: string; connection: object },
  dataDir: string,
  pool: pgTypes.Pool,
  me: string,
): Promise<Target[]> {
  const env = {
    NODE_ENV: "production",
    PUBLIC_URL: "http://bench.test",
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connectionString,
    DATABASE_CONNECTIONS: String(poolSize),
    AUTH_SECRET: "a-secret-for-benchmarks-that-is-long-enough",
    MEDIA_SECRET: "a-secret-for-benchmarks-that-is-long-enough",
    GRAPHQL_OPEN: "on",
    LOG_LEVEL: "info",
  };
  // A server in this process tells what SQL the request runs, and signs the token.
  const statements: { name: string; text: string; values: unknown[] }[] = [];
  const config = readConfig(env, ["--role=api"]);
  const probe = await startRoles(config, postgres.connection, createLog("error"));
  const url = `http://127.0.0.1:${probe.port}`;
  const signedIn = await fetch(`${url}/api/auth/sign-in/anonymous`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://bench.test" },
    body: "{}",
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await pool.query(`update identity."session" set "userId" = $1`, [me]);
  const { token } = (await (await fetch(`${url}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  const headers = { "x-auth-token": `Bearer ${token}` };
  const body = JSON.stringify({ query: ours });
  await check(`${url}/graphql`, headers, body);
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pgTypes.Client, ...given: Parameters<typeof original>) {
    const [query] = given as unknown as [{ name?: string; text: string; values: unknown[] }];
    if (query?.name) statements.push({ name: query.name, text: query.text, values: query.values });
    return original.apply(this, given);
  } as typeof original;
  await check(`${url}/graphql`, headers, body);
  pg.Client.prototype.query = original;
  await probe.stop();
  if (statements.length !== 1)
    throw new Error(`The request runs ${statements.length} statements; the floor knows one.`);

  return [
    {
      name: "floor",
      body: "{}",
      start: async () => {
        const started = await launch(["floor.ts"], {
          CONNECTION: JSON.stringify(postgres.connection),
          STATEMENT: JSON.stringify(statements[0]),
          SIZE: String(poolSize),
        });
        return { ...started, headers: {} };
      },
    },
    {
      name: "eightcount",
      body,
      start: async () => {
        const { child } = await launch([join(root, "server/main.ts"), "--role=api"], env);
        return { url: `http://127.0.0.1:${env.PORT}/graphql`, child, headers };
      },
    },
    {
      name: "postgraphile",
      body: JSON.stringify({ query: peers(me) }),
      start: async () => {
        const started = await launch(["peer.ts"], {
          CONNECTION: postgres.connectionString,
          SIZE: String(poolSize),
          NODE_ENV: "production",
        });
        return { ...started, headers: {} };
      },
    },
  ];
}

const only = /--scale=(\d+)/.exec(process.argv.join(" "))?.[1];
process.stdout.write(
  `24 classes with progress, ${connections} connections, ${rounds} rounds of ${seconds} s, ${cpus().length} cores\n\n` +
    `${"rows".padEnd(6)}${"server".padEnd(14)}${"req/s".padStart(9)}${"to floor".padStart(10)}${"to 1×".padStart(9)}\n`,
);
const first = new Map<string, number>();
for (const scale of scales.filter(({ name }) => !only || name === `${only}×`)) {
  const results = await run(scale);
  const floor = results.get("floor")!;
  for (const [name, rate] of results) {
    first.set(name, first.get(name) ?? rate);
    process.stdout.write(
      `${scale.name.padEnd(6)}${name.padEnd(14)}${rate.toFixed(0).padStart(9)}${(rate / floor).toFixed(2).padStart(10)}${(rate / first.get(name)!).toFixed(2).padStart(9)}\n`,
    );
  }
}
