import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Config } from "../platform/config/index.ts";
import { systemClock } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Shared } from "../platform/ctx-factory.ts";
import { createPool, dbOver } from "../platform/db.ts";
import { checkPooler } from "../platform/pooler.ts";
import { watchReplica } from "../platform/replica/replica.ts";
import type { Replica } from "../platform/replica/replica.ts";
import { createLive } from "../platform/live/live.ts";
import { byPostgres } from "../platform/live/postgres.ts";
import { byRedis } from "../platform/live/redis.ts";
import { newestBackupAt } from "../platform/backup/record.ts";
import { countQueuedJobs } from "../platform/jobs/queue.ts";
import { lastingConnections } from "../platform/jobs/worker.ts";
import type { Log } from "../platform/log.ts";
import { startMetricsEndpoint } from "../platform/metrics/endpoint.ts";
import { createMetrics } from "../platform/metrics/metrics.ts";
import { storesEvents } from "../modules/growth/index.ts";
import { createStudioCache, type StudioCache } from "../modules/site/cache.ts";
import { createPorts } from "./adapters.ts";
import { openDatabase } from "./database.ts";
import { sourceVideoReactions } from "./demo/source-videos.ts";
import { exportReactions } from "./export.ts";
import { studioExportReactions } from "./studio-export.ts";
import { reactions } from "./modules.ts";
import { backupReactions } from "./nightly-backup.ts";
import { startApi } from "./roles/api.ts";
import { startWorkerRole } from "./roles/worker.ts";

export const webDir = fileURLToPath(new URL("../../dist/web", import.meta.url));

/** A request's statement is canceled after this long, so that the client learns of a slow database in time. */
const requestStatementMs = 1_700;
const jobStatementMs = 60_000;

export interface Started {
  /** Null without the api role. */
  readonly port: number | null;
  /** Null if nothing is measured. */
  readonly metricsPort: number | null;
  readonly shared: Shared;
  stop(): Promise<void>;
}

/** Starts the configured roles once the database is migrated. @returns how to stop them */
export async function startRoles(
  config: Config,
  connection: pg.PoolConfig,
  log: Log,
  options: {
    clock?: Clock;
    webDir?: string;
    seed?: (shared: Shared) => Promise<void>;
    maxOperationMs?: number;
    /** How long after the start both Redis and PostgreSQL announce changes, milliseconds. */
    announceByBothMs?: number;
  } = {},
): Promise<Started> {
  let isStopping = false;
  const onError = (error: Error) => {
    // During shutdown the database may end before the last connection is closed.
    if (!isStopping) log.warn({ err: error }, "An idle database connection was lost");
  };
  const metrics = config.metricsPort === null ? null : createMetrics();
  const pools: pg.Pool[] = [];
  const openPool = (
    role: string,
    size: number,
    statementTimeoutMs: number,
    url: { readonly pooled?: string; readonly direct?: string } = {},
  ) => {
    const settings = { size, statementTimeoutMs, applicationName: `eightcount-${role}` };
    const pool = createPool(
      url.pooled
        ? { ...settings, connection: { connectionString: url.pooled }, isPooled: true }
        : { ...settings, connection: url.direct ? { connectionString: url.direct } : connection },
      onError,
    );
    pools.push(pool);
    metrics?.watchPool(role, pool);
    return pool;
  };
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    // Requests end before jobs, and both before the connections that they use.
    for (const end of stops.splice(0)) await end();
    await live.stop();
    redis?.stop();
    isStopping = true;
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
    await endTracing?.();
  };
  // Its packages are loaded only where they are needed.
  const endTracing = config.tracing
    ? (await import("../platform/tracing/export.ts")).startTracing(config.tracing, log)
    : null;
  const clock = options.clock ?? systemClock;
  const ports = await createPorts(config, metrics, log, clock);
  const { redis, clickHouse } = ports;
  if (redis) metrics?.watchRedis(() => redis.channels.isReady);
  if (clickHouse) metrics?.watchClickHouse(() => storesEvents(clickHouse, clock));
  const postgres = byPostgres(connection, log);
  const live = createLive(
    redis ? byRedis(redis.channels, postgres, log, options.announceByBothMs) : postgres,
    log,
  );
  const sharedOver = (pool: pg.Pool, studio: StudioCache): Shared => ({
    pool,
    ports,
    config,
    log,
    clock,
    live,
    studio,
    reactions: [
      ...reactions,
      ...exportReactions,
      ...studioExportReactions(connection),
      ...backupReactions(connection),
      ...sourceVideoReactions,
    ],
    metrics,
    replica: null,
  });

  try {
    const jobPool = openPool(
      "worker",
      Math.max(5, Math.ceil(config.databaseConnections / 2) - 1) + lastingConnections,
      jobStatementMs,
    );
    await openDatabase(jobPool, config, log);
    const studio = await createStudioCache({ pool: jobPool, live, config, log });
    const jobShared = sharedOver(jobPool, studio);
    await options.seed?.(jobShared);
    // An operator's command ends before a change could matter.
    if (config.roles.length > 0) studio.follow();
    let port: number | null = null;
    if (config.roles.includes("api")) {
      const { databaseConnections, databasePooledUrl: pooled, databaseReadUrl: direct } = config;
      const apiPool = openPool("api", databaseConnections, requestStatementMs, pooled ? { pooled } : {});
      if (pooled !== null) await checkPooler({ pooler: apiPool, direct: jobPool }, log);
      let replica: Replica | null = null;
      if (direct !== null) {
        const replicaPool = openPool("replica", databaseConnections, requestStatementMs, { direct });
        const { replicaMaxLagMs: maxLagMs } = config;
        replica = await watchReplica({ primary: jobPool, replica: replicaPool }, { maxLagMs, log });
        metrics?.watchReplica(replica.state);
        stops.push(replica.stop);
      }
      const api = await startApi(
        { ...sharedOver(apiPool, studio), replica },
        {
          webDir: options.webDir ?? webDir,
          maxOperationMs: options.maxOperationMs,
        },
      );
      stops.unshift(() => api.stop());
      port = api.port;
    }
    if (config.roles.includes("worker")) {
      const worker = await startWorkerRole(jobShared);
      stops.push(() => worker.stop());
    }
    let metricsPort: number | null = null;
    if (metrics && config.metricsPort !== null) {
      metrics.watchQueue(() => countQueuedJobs(dbOver(jobPool)));
      metrics.watchBackups(() => newestBackupAt(dbOver(jobPool)));
      const endpoint = await startMetricsEndpoint(metrics, {
        port: config.metricsPort,
        host: config.host,
        log,
      });
      stops.push(() => endpoint.stop());
      metricsPort = endpoint.port;
    }
    return { port, metricsPort, shared: jobShared, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
