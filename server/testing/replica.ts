import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { prepareDatabase } from "../app/database.ts";
import { createPool } from "../platform/db.ts";
import { createLog } from "../platform/log.ts";
import { ensurePostgres } from "../platform/postgres/index.ts";
import type { EmbeddedPostgres } from "../platform/postgres/index.ts";
import { urlOfDatabase } from "./program.ts";

/** A migrated database and a streaming replica of it, each in a PostgreSQL of its own. */
export interface Replicated {
  readonly primary: pg.PoolConfig;
  readonly primaryUrl: string;
  readonly replica: pg.PoolConfig;
  readonly replicaUrl: string;
  /** Queries the replica as its superuser. */
  askReplica(sql: string): Promise<Record<string, unknown>[]>;
  stopPrimary(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  end(): Promise<void>;
}

const fast = { fsync: "off", full_page_writes: "off" };

/** Starts both. The replica applies each change this long after its commit; milliseconds. */
export async function startReplicated(delayMs: number): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-replica-"));
  await chmod(folder, 0o711);
  const log = createLog("error");
  const [primaryDir, replicaDir] = [join(folder, "primary"), join(folder, "replica")];
  const startPrimary = () => ensurePostgres({ dataDir: primaryDir, log, settings: fast });
  let primary: EmbeddedPostgres | null = await startPrimary();
  const pool = createPool(
    { connection: primary.connection, size: 4, statementTimeoutMs: 60_000, applicationName: "tests" },
    () => {},
  );
  await prepareDatabase(pool, log);
  await pool.query("update site.settings set opened_at = now()");
  await pool.end();
  await primary.stop();
  copyCluster(primaryDir, replicaDir);
  primary = await startPrimary();

  const { host, port, user } = primary.connection;
  const settings = {
    ...fast,
    primary_conninfo: `host=${host} port=${port} user=${user}`,
    recovery_min_apply_delay: `${delayMs}ms`,
  };
  const startReplica = () => ensurePostgres({ dataDir: replicaDir, log, settings });
  let replica: EmbeddedPostgres | null = await startReplica();
  const { connection } = replica;
  return {
    primary: primary.connection,
    primaryUrl: urlOfDatabase(primary.connection),
    replica: connection,
    replicaUrl: urlOfDatabase(connection),
    askReplica: async (sql) => {
      const client = new pg.Client(connection);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    stopPrimary: async () => {
      await primary?.stop();
      primary = null;
    },
    stopReplica: async () => {
      await replica?.stop();
      replica = null;
    },
    startReplica: async () => {
      replica = await startReplica();
    },
    end: async () => {
      await replica?.stop();
      await primary?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a stopped cluster as a standby, with its owner. */
function copyCluster(from: string, to: string): void {
  mkdirSync(join(to, "postgres"), { recursive: true });
  const target = join(to, "postgres/cluster");
  execFileSync("cp", ["-a", join(from, "postgres/cluster"), target]);
  writeFileSync(join(target, "standby.signal"), "");
}
