import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Part } from "../part.ts";
import { mayMount } from "./disk.ts";
import { migrateBehindReader } from "./slow-migration.ts";
import type { DrillStudio } from "./studio.ts";
import { until } from "./until.ts";

/** Something that breaks. */
export interface Fault {
  readonly name: string;
  /** Whether it fills the workers' disks, for which the drill must be able to mount them. */
  readonly needsDisks?: true;
  /**
   * Breaks it, and mends it as an operator or the platform would.
   * @param uploadAnother has a person upload a second video, which must be published too
   */
  run(studio: DrillStudio, uploadAnother: () => void): Promise<void>;
}

/** How long a platform takes to start a lost process again, or to promote a replica; milliseconds. */
const restartMs = 5_000;
/** How long people write to a primary with a replica; milliseconds. */
const replicatedMs = 3_000;
/** How long a second upload is under way before the store goes; milliseconds. */
const secondUploadMs = 1_000;
const hourMs = 3_600_000;

/** Waits until a worker encodes. @returns the one that does. @throws Error if none does in time */
async function encodingWorker({ workers }: DrillStudio): Promise<Part> {
  return until("a worker encodes", 20, () => {
    const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
    const found = workers.find(({ dataDir }) =>
      stdout.split("\n").some((line) => /\bffmpeg\b/.test(line) && line.includes(`${dataDir}/`)),
    );
    return found ?? null;
  });
}

/** Waits until a job about a video waits for something that is away. @throws Error if none does in time */
async function untilPostponed(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const waiting =
    "select from graphile_worker.jobs where task_identifier like 'media.%' and run_at between now() and now() + interval '1 minute'";
  try {
    await until("a job waits", 200, async () => (await client.query(waiting)).rowCount! > 0);
  } finally {
    await client.end();
  }
}

const killFor = async (part: Part): Promise<void> => {
  await part.end("SIGKILL");
  await sleep(restartMs);
  await part.start();
};

/** An api server is lost while it receives an upload. */
export const apiKilled: Fault = {
  name: "an api server killed during an upload",
  run: ({ apis }) => killFor(apis[0]!),
};
/** The pooler restarts: every connection of every api server is cut. */
export const poolerRestarted: Fault = { name: "the pooler restarted", run: ({ pooler }) => pooler.restart() };

const away = async (ms: number, set: (isAway: boolean) => unknown): Promise<void> => {
  await set(true);
  await sleep(ms);
  await set(false);
};

/** The store goes while one video is encoded and another one is received. */
export const storeAway = (name: string, seconds: number): Fault => ({
  name,
  run: async (studio, uploadAnother) => {
    await encodingWorker(studio);
    uploadAnother();
    await sleep(secondUploadMs);
    await away(seconds * 1000, (isAway) => studio.store.setAway(isAway));
  },
});
const storeAwayBriefly = storeAway("the store away for 40 s", 40);
export const storeAwayLong = storeAway("the store away for ten minutes", 600);
/** Busy tables are altered while a long transaction reads them. */
export const migrationBehindReader: Fault = {
  name: "a migration behind a long transaction",
  run: ({ database }) => migrateBehindReader(database.connection),
};
/** The primary's machine is lost, and its replica takes over. */
export const primaryLost: Fault = {
  name: "the primary lost, its replica promoted",
  run: async ({ database }) => {
    await database.addReplica();
    await sleep(replicatedMs);
    await database.losePrimary();
    await sleep(restartMs);
    await database.promoteReplica();
  },
};
/** Nothing can be written on the disk of any worker, until jobs have found out. */
const workersFull: Fault = {
  name: "the workers' disks full",
  needsDisks: true,
  run: async ({ disks, database }) => {
    for (const disk of disks) disk.setFull(true);
    await untilPostponed(database.connection);
    for (const disk of disks) disk.setFull(false);
  },
};
/** The faults of disks: none, which it prints, where this process may not mount them. */
export function diskFaults(): readonly Fault[] {
  if (mayMount()) return [workersFull];
  process.stdout.write(`Left out, since this process may not mount a disk: ${workersFull.name}\n`);
  return [];
}
export const redisLost: Fault = {
  name: "Redis lost for 10 s",
  run: ({ redis }) => away(10_000, (isAway) => (isAway ? redis.kill() : redis.start())),
};

/** Every fault of the drill that takes less than two minutes, in the order in which they are tried. */
export const faults = (): readonly Fault[] => [
  apiKilled,
  {
    name: "a deploy: both api servers restarted in turn",
    run: async ({ apis }) => {
      for (const api of apis) {
        await api.end("SIGTERM");
        await api.start();
      }
    },
  },
  { name: "a worker killed in mid-transcode", run: async (studio) => killFor(await encodingWorker(studio)) },
  {
    name: "both workers restarted",
    run: async ({ workers }) => {
      for (const worker of workers) {
        await worker.end("SIGTERM");
        await worker.start();
      }
    },
  },
  poolerRestarted,
  {
    name: "the database restarted",
    run: async ({ database }) => {
      await database.stop();
      await database.start();
    },
  },
  {
    name: "the database away for a minute",
    run: ({ database }) => away(60_000, (isAway) => (isAway ? database.stop() : database.start())),
  },
  storeAwayBriefly,
  { name: "the store full for 30 s", run: ({ store }) => away(30_000, (isFull) => store.setFull(isFull)) },
  {
    name: "the workers' clocks an hour ahead for 10 s",
    run: ({ workerClock }) => away(10_000, (isAhead) => workerClock.pass(isAhead ? hourMs : -hourMs)),
  },
  migrationBehindReader,
  redisLost,
  ...diskFaults(),
  primaryLost,
];
