import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Part } from "../part.ts";
import type { DrillStudio } from "./studio.ts";

/** Something that breaks. */
export interface Fault {
  readonly name: string;
  /** Breaks it, and mends it as an operator or the platform would. */
  run(studio: DrillStudio): Promise<void>;
}

/** How long a platform takes to start a lost process again; milliseconds. */
const restartMs = 5_000;
const hourMs = 3_600_000;

/** Waits until a worker encodes. @returns the one that does */
async function encodingWorker({ workers }: DrillStudio): Promise<Part> {
  for (;;) {
    const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
    const found = workers.find(({ dataDir }) =>
      stdout.split("\n").some((line) => /\bffmpeg\b/.test(line) && line.includes(`${dataDir}/`)),
    );
    if (found) return found;
    await sleep(20);
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

/** Every fault of the drill, in the order in which they are tried. */
export const faults: readonly Fault[] = [
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
    run: async (studio) => {
      await studio.stopDatabase();
      await studio.startDatabase();
    },
  },
  {
    name: "the database away for a minute",
    run: (studio) => away(60_000, (isAway) => (isAway ? studio.stopDatabase() : studio.startDatabase())),
  },
  { name: "the store away for 40 s", run: ({ store }) => away(40_000, (isAway) => store.setAway(isAway)) },
  { name: "the store full for 30 s", run: ({ store }) => away(30_000, (isFull) => store.setFull(isFull)) },
  {
    name: "the workers' clocks an hour ahead for 10 s",
    run: ({ workerClock }) => away(10_000, (isAhead) => workerClock.pass(isAhead ? hourMs : -hourMs)),
  },
];
