import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "../../platform/log.ts";
import { ensurePostgres } from "../../platform/postgres/index.ts";
import type { EmbeddedPostgres } from "../../platform/postgres/index.ts";
import { takeBaseBackup } from "../base-backup.ts";
import { startDatabaseSwitch } from "../database-switch.ts";
import { until } from "./until.ts";

/** PostgreSQL at an address that follows the primary. */
export interface DrillDatabase {
  /** By way of the address. */
  readonly connection: pg.PoolConfig;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Starts a streaming replica, without which no change is acknowledged from then on. @throws Error if it doesn't follow in time */
  addReplica(): Promise<void>;
  /** Kills the primary, which doesn't come back. */
  losePrimary(): Promise<void>;
  /** Promotes the replica and leads the address to it. @throws Error if it isn't promoted in time */
  promoteReplica(): Promise<void>;
  end(): Promise<void>;
}

/** What a replica reads after its copy was made. */
const settings = { wal_keep_size: "512MB" };
const log = createLog("error");

/** Starts a primary. @param folder whom PostgreSQL's user may pass through */
export async function startDrillDatabase(folder: string): Promise<DrillDatabase> {
  const dataDirs = { primary: join(folder, "database"), replica: join(folder, "replica") };
  let dataDir = dataDirs.primary;
  let options: Record<string, string> = settings;
  const run = () => ensurePostgres({ dataDir, log, settings: options });
  let postgres: EmbeddedPostgres | null = await run();
  let replica: EmbeddedPostgres | null = null;
  const address = await startDatabaseSwitch(postgres.connection);
  const stop = async () => {
    await postgres?.stop();
    postgres = null;
  };
  return {
    connection: address.connection,
    stop,
    start: async () => {
      postgres ??= await run();
    },
    addReplica: async () => {
      const { connection } = postgres!;
      await takeBaseBackup(connection, dataDirs.primary, dataDirs.replica, "standby.signal");
      options = {
        ...settings,
        primary_conninfo: `host=${connection.host} port=${connection.port} user=${connection.user}`,
      };
      replica = await ensurePostgres({ dataDir: dataDirs.replica, log, settings: options });
      const client = new pg.Client(connection);
      await client.connect();
      const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
      try {
        await client.query("alter system set synchronous_standby_names = '*'");
        await client.query("select pg_reload_conf()");
        await until("the replica follows", 50, async () => (await client.query(isSynchronous)).rowCount! > 0);
      } finally {
        await client.end();
      }
    },
    losePrimary: async () => {
      address.setAway(true);
      const [pid] = readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      // Its keeper would start it again.
      await stop();
    },
    promoteReplica: async () => {
      const { connection } = replica!;
      const client = new pg.Client(connection);
      await client.connect();
      try {
        const { rows } = await client.query<{ isPromoted: boolean }>(`select pg_promote() as "isPromoted"`);
        if (!rows[0]!.isPromoted) throw new Error("The replica wasn't promoted in time.");
      } finally {
        await client.end();
      }
      [postgres, replica, dataDir] = [replica, null, dataDirs.replica];
      address.leadTo(connection);
      address.setAway(false);
    },
    end: async () => {
      await using ending = new AsyncDisposableStack();
      ending.defer(() => address.close());
      ending.defer(stop);
      ending.defer(async () => replica?.stop());
    },
  };
}
