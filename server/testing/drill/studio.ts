import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "../../app/database.ts";
import { createPool } from "../../platform/db.ts";
import { createLog } from "../../platform/log.ts";
import type { MovableClock } from "../billing-histories.ts";
import { partOf } from "../part.ts";
import type { Part } from "../part.ts";
import { freePort } from "../free-port.ts";
import { startRedis } from "../redis.ts";
import type { TestRedis } from "../redis.ts";
import { startPooler } from "../pooler.ts";
import type { Pooler } from "../pooler.ts";
import { urlOfDatabase } from "../program.ts";
import { startS3Server } from "../s3-server.ts";
import type { S3ServerSettings } from "../s3-server.ts";
import { createSharedClock } from "../shared-clock.ts";
import { startDrillDatabase } from "./database.ts";
import type { DrillDatabase } from "./database.ts";
import { mountDisk } from "./disk.ts";
import type { DrillDisk } from "./disk.ts";

/** An S3 that a drill breaks. */
export interface DrillStore {
  readonly endpoint: string;
  /** While it is away, no request is served. */
  setAway(isAway: boolean): void | Promise<void>;
  /** While it is full, nothing can be stored. */
  setFull(isFull: boolean): void | Promise<void>;
  close(): Promise<void>;
}

/** A studio as on several machines, on one: nothing but database and store is shared. */
export interface DrillStudio {
  /** Of the api servers: `http://127.0.0.1:…` */
  readonly bases: readonly string[];
  readonly apis: readonly Part[];
  readonly workers: readonly Part[];
  readonly pooler: Pooler;
  readonly redis: TestRedis;
  readonly store: DrillStore;
  readonly database: DrillDatabase;
  /** Of the workers, if the studio was started with them. */
  readonly disks: readonly DrillDisk[];
  /** The workers' clock; api servers have the machine's. */
  readonly workerClock: MovableClock;
  /** What every server has to be set to. */
  readonly settings: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const secret = "of every server, with at least 32 characters";
const poolSize = 10;

/**
 * Starts PostgreSQL behind PgBouncer, Redis, a store, two api servers, and workers.
 * @param options.hasDisks whether each worker has a disk of its own, which needs the right to mount
 * @param options.startStore by default our own small S3
 */
export async function startDrillStudio(options: {
  readonly workers: number;
  readonly hasDisks: boolean;
  readonly startStore?: (settings: S3ServerSettings) => Promise<DrillStore>;
}): Promise<DrillStudio> {
  // Ends what has started when a part can't, the last one first. Each is ended, even if another can't be.
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "eightcount-drill-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const log = createLog("error");
  const database = await startDrillDatabase(folder);
  started.defer(() => database.end());
  const { connection } = database;
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "drill" },
    () => {},
  );
  try {
    await prepareDatabase(pool, log);
    await pool.query("update site.settings set opened_at = now()");
  } finally {
    await pool.end();
  }
  const store = await (options.startStore ?? startS3Server)(bucket);
  started.defer(() => store.close());
  const redis = await startRedis();
  started.defer(() => redis.kill());
  const pooler = await startPooler(connection, poolSize);
  started.defer(() => pooler.stop());
  const clockFile = join(folder, "clock");
  const workerClock = createSharedClock(clockFile);
  const settings = {
    AUTH_SECRET: secret,
    MEDIA_SECRET: secret,
    SLOW_SOUNDS: "off",
    PASSWORD_COST: "low",
    LOG_LEVEL: "silent",
    REDIS_URL: redis.url,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  const ports = [await freePort(), await freePort()];
  const bases = ports.map((port) => `http://127.0.0.1:${port}`);
  const ofApis = {
    ...settings,
    // Tokens name the studio's address: each server takes those of the other.
    PUBLIC_URL: bases[0]!,
    DATABASE_URL: urlOfDatabase(connection),
    DATABASE_POOLED_URL: pooler.url,
    DATABASE_CONNECTIONS: "16",
    // A busy machine isn't what the drill tests.
    REQUEST_WAIT_MS: "10000",
  };
  const apis = ports.map((port, at) =>
    partOf("api-process.ts", {
      DATA_DIR: join(folder, `api-${at + 1}`),
      CONNECTION: JSON.stringify(connection),
      SETTINGS: JSON.stringify({ ...ofApis, PORT: String(port) }),
    }),
  );
  const workerDirs = Array.from({ length: options.workers }, (_unused, at) =>
    join(folder, `worker-${at + 1}`),
  );
  const disks: DrillDisk[] = [];
  for (const dataDir of options.hasDisks ? workerDirs : []) {
    const disk = mountDisk(dataDir);
    started.defer(() => disk.unmount());
    disks.push(disk);
  }
  const workers = workerDirs.map((dataDir) =>
    partOf("worker-process.ts", {
      DATA_DIR: dataDir,
      CONNECTION: JSON.stringify(connection),
      CLOCK_FILE: clockFile,
      SETTINGS: JSON.stringify(settings),
    }),
  );
  const parts = [...apis, ...workers];
  started.defer(async () => void (await Promise.all(parts.map((part) => part.end("SIGKILL")))));
  await Promise.all(parts.map((part) => part.start()));
  const running = started.move();
  return {
    bases,
    apis,
    workers,
    pooler,
    redis,
    store,
    database,
    disks,
    workerClock,
    settings,
    end: () => running.disposeAsync(),
  };
}
