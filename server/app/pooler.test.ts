import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "../modules/notifications/testing.ts";
import { createTestDatabase, startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";

const root = join(import.meta.dirname, "../..");
/** Connections of the pooler to PostgreSQL: fewer than requests at once. */
const poolSize = 2;

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts PgBouncer with the settings of ops/postgres before a database. */
async function startPooler({ connection }: Database): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-pooler-"));
  const port = await freePort();
  const { host, port: databasePort, user, database } = connection;
  const shipped = await readFile(join(root, "ops/postgres/pgbouncer.ini"), "utf8");
  const settings = shipped
    .replace(
      "host=postgres port=5432 dbname=eightcount",
      `host=${host} port=${databasePort} dbname=${database} user=${user}`,
    )
    .replace(/^listen_addr = .*$/m, "listen_addr = 127.0.0.1")
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*\nauth_file = .*$/m, "auth_type = any")
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
    // Many tests share the machine.
    .replace(/^query_wait_timeout = .*$/m, "query_wait_timeout = 60");
  const file = join(folder, "pgbouncer.ini");
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? "user = nobody\n" : "";
  await writeFile(file, `${settings}unix_socket_dir =\n${asNobody}`);
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  const pooler = spawn("pgbouncer", ["--quiet", file], {
    env: { PATH: `${process.env["PATH"]}:/usr/sbin` },
    stdio: "inherit",
  });
  const url = `postgres://eightcount@127.0.0.1:${port}/eightcount`;
  await untilItAnswers(url, pooler);
  return {
    url,
    stop: async () => {
      pooler.kill("SIGTERM");
      if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string, pooler: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 600 || pooler.exitCode !== null) throw error;
      await sleep(50);
    }
  }
}

let database: Database;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPooler(database);
  server = await startTestServer({
    database: database.connection,
    env: {
      DATABASE_URL: urlOfDatabase(database.connection),
      DATABASE_POOLED_URL: pooler.url,
      DATABASE_CONNECTIONS: "20",
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await pooler?.stop();
  await database?.drop();
});

test("serves twenty people at once over two connections, with transactions, jobs and live changes", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => server.member()));
  const inboxes = await Promise.all(
    people.map((as) =>
      server.subscribe<{ inboxChanged: { unread: number } }>(
        "subscription { inboxChanged { unread } }",
        {},
        { as },
      ),
    ),
  );
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(
      people.map(async (as) => {
        const { errors } = await server.graphql(
          "mutation ($profile: ProfileInput!) { updateProfile(profile: $profile) { bio } }",
          { profile: { bio: `Round ${round}` } },
          { as },
        );
        expect(errors).toEqual([]);
        const { data } = await server.graphql<{ me: { id: string } }>("{ me { id } }", {}, { as });
        expect(data!.me.id).toBe(as.id);
      }),
    );
  }
  await send(server, people);
  for (const inbox of inboxes) {
    let shown = await inbox.next();
    while (shown && shown.data?.inboxChanged.unread !== 1) shown = await inbox.next();
    expect(shown?.data).toEqual({ inboxChanged: { unread: 1 } });
    inbox.close();
  }
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = $1 and application_name = 'eightcount-api'`,
    [database.connection.database],
  );
  expect(rows[0]!.count).toBeGreaterThan(0);
  expect(rows[0]!.count).toBeLessThanOrEqual(poolSize);
});

test("has the timeouts that the API can't set through it", async () => {
  const client = new pg.Client({ connectionString: pooler.url });
  await client.connect();
  const { rows } = await client.query("show statement_timeout");
  await client.end();
  expect(rows).toEqual([{ statement_timeout: "1700ms" }]);
});

test("doesn't start with a pooler before another database", async () => {
  const other = await createTestDatabase();
  const env = { DATABASE_URL: urlOfDatabase(other.connection), DATABASE_POOLED_URL: pooler.url };
  const { code, complained } = await startProgram(env).ended;
  expect(code).toBe(1);
  expect(complained).toBe("DATABASE_POOLED_URL must lead to the same database as DATABASE_URL.\n");
  await other.drop();
});
