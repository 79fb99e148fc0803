import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "../../app/database.ts";
import { createPool } from "../../platform/db.ts";
import { createLog } from "../../platform/log.ts";
import { ensurePostgres } from "../../platform/postgres/index.ts";
import type { MovableClock } from "../billing-histories.ts";
import { partOf } from "../part.ts";
import type { Part } from "../part.ts";
import { freePort } from "../free-port.ts";
import { startPooler } from "../pooler.ts";
import type { Pooler } from "../pooler.ts";
import { urlOfDatabase } from "../program.ts";
import { startS3Server } from "../s3-server.ts";
import type { S3ServerSettings } from "../s3-server.ts";
import { createSharedClock } from "../shared-clock.ts";

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
  readonly store: DrillStore;
  /** The workers' clock; api servers have the machine's. */
  readonly workerClock: MovableClock;
  /** Direct connection to PostgreSQL. */
  readonly connection: object;
  /** What every server has to be set to. */
  readonly settings: Readonly<Record<string, string>>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  end(): Promise<void>;
}

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
const secret = "of every server, with at least 32 characters";
const poolSize = 10;

/**
 * Starts PostgreSQL behind PgBouncer, a store, two api servers, and workers.
 * @param startStore by default our own small S3
 */
export async function startDrillStudio(
  workerCount: number,
  startStore: (settings: S3ServerSettings) => Promise<DrillStore> = startS3Server,
): Promise<DrillStudio> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-drill-"));
  await chmod(folder, 0o711);
  const log = createLog("error");
  const runDatabase = () => ensurePostgres({ dataDir: join(folder, "database"), log });
  let postgres: Awaited<ReturnType<typeof runDatabase>> | null = await runDatabase();
  const { connection } = postgres;
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "drill" },
    () => {},
  );
  await prepareDatabase(pool, log);
  await pool.query("update site.settings set opened_at = now()");
  await pool.end();
  const store = await startStore(bucket);
  const pooler = await startPooler(connection, poolSize);
  const clockFile = join(folder, "clock");
  const workerClock = createSharedClock(clockFile);
  const settings = {
    AUTH_SECRET: secret,
    MEDIA_SECRET: secret,
    SLOW_SOUNDS: "off",
    PASSWORD_COST: "low",
    LOG_LEVEL: "silent",
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
  };
  const apis = ports.map((port, at) =>
    partOf("api-process.ts", {
      DATA_DIR: join(folder, `api-${at + 1}`),
      CONNECTION: JSON.stringify(connection),
      SETTINGS: JSON.stringify({ ...ofApis, PORT: String(port) }),
    }),
  );
  const workers = Array.from({ length: workerCount }, (_unused, at) =>
    partOf("worker-process.ts", {
      DATA_DIR: join(folder, `worker-${at + 1}`),
      CONNECTION: JSON.stringify(connection),
      CLOCK_FILE: clockFile,
      SETTINGS: JSON.stringify(settings),
    }),
  );
  await Promise.all([...apis, ...workers].map((part) => part.start()));
  return {
    bases,
    apis,
    workers,
    pooler,
    store,
    workerClock,
    connection,
    settings,
    stopDatabase: async () => {
      await postgres?.stop();
      postgres = null;
    },
    startDatabase: async () => {
      postgres ??= await runDatabase();
    },
    end: async () => {
      await Promise.all([...apis, ...workers].map((part) => part.end("SIGKILL")));
      await pooler.stop();
      await postgres?.stop();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
