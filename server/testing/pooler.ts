import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "../..");

/** PgBouncer before a database. */
export interface Pooler {
  readonly url: string;
  /** Ends it with all its connections, and starts it again at the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer with the settings of ops/postgres before a database.
 * @param poolSize its connections to PostgreSQL
 */
export async function startPooler(connection: pg.PoolConfig, poolSize: number): Promise<Pooler> {
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
  const userSetting = process.getuid?.() === 0 ? "user = nobody\n" : "";
  await writeFile(file, `${settings}unix_socket_dir =\n${userSetting}`);
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  const url = `postgres://eightcount@127.0.0.1:${port}/eightcount`;
  const start = async (): Promise<ChildProcess> => {
    const child = spawn("pgbouncer", ["--quiet", file], {
      env: { PATH: `${process.env["PATH"]}:/usr/sbin` },
      stdio: "inherit",
    });
    await untilItAnswers(url, child);
    return child;
  };
  const end = async (child: ChildProcess) => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  let pooler = await start();
  return {
    url,
    restart: async () => {
      await end(pooler);
      pooler = await start();
    },
    stop: async () => {
      await end(pooler);
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
