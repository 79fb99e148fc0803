import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { assetLoader, playbackOf, requestTranscode } from "../../modules/media/index.ts";
import { createClass, createLibrary } from "../factories.ts";
import { startTestServer } from "../harness.ts";
import type { TestPerson, TestServer } from "../harness.ts";
import { makeSample } from "../media-samples.ts";
import { balancerOf, clientOf } from "./balancer.ts";
import type { Ask, Client, Seen } from "./balancer.ts";
import type { Fault } from "./faults.ts";
import { browse, countLostNotes, untilPublished, upload, watch, write } from "./people.ts";
import type { Library } from "./people.ts";
import { startDrillStudio } from "./studio.ts";
import type { DrillStudio } from "./studio.ts";
import { maxMs, until } from "./until.ts";

/** What a fault did to people. */
export interface Outcome {
  readonly fault: string;
  readonly answers: number;
  /** How often, by status or code. */
  readonly errors: ReadonlyMap<string, number>;
  /** Those until the fault's end. */
  readonly errorsDuring: ReadonlyMap<string, number>;
  /** Longest time from a person's first try to the answer, seconds. */
  readonly maxWait: number;
  /** From the end of the fault to the last error, seconds. */
  readonly wellAfter: number;
  /** From the start of the fault until each video that was uploaded through it was published; seconds. Null: never. */
  readonly publishedAfter: number | null;
  /** What was acknowledged and isn't there, or never came. */
  readonly lost: readonly string[];
}

/** How long people use the studio before something breaks, and without an error until they stop; milliseconds. */
const beforeMs = 1_500;
/** How long a video is uploaded before something breaks; milliseconds. */
const underWayMs = 1_000;
const calmMs = 3_000;

/**
 * Starts a studio on several processes, lets people read, play, write and upload, and breaks one thing after another.
 * @param onOutcome is told after each fault
 */
export async function drill(
  faults: readonly Fault[],
  options: {
    readonly workers: number;
    readonly videoSeconds: number;
    readonly startStore?: Parameters<typeof startDrillStudio>[0]["startStore"];
    onOutcome?(outcome: Outcome): void;
  },
): Promise<Outcome[]> {
  // Each is ended even if another can't be; an earlier error stays in `suppressed`.
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "eightcount-drill-videos-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const { workers, startStore } = options;
  const hasDisks = faults.some(({ needsDisks }) => needsDisks);
  const studio = await startDrillStudio({ workers, hasDisks, ...(startStore ? { startStore } : {}) });
  started.defer(() => studio.end());
  const { library, people } = await prepare(studio, folder, options.videoSeconds, faults.length);
  const outcomes: Outcome[] = [];
  for (const [at, fault] of faults.entries()) {
    const outcome = await live(studio, library, people[at]!, fault);
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
  }
  return outcomes;
}

/** Creates a class, a published video, and two members for each fault, by a server that leaves again. */
async function prepare(
  studio: DrillStudio,
  folder: string,
  videoSeconds: number,
  faultCount: number,
): Promise<{ library: Library; people: [TestPerson, TestPerson][] }> {
  const desk = await startTestServer({
    roles: "api",
    database: studio.database.connection,
    dataDir: join(folder, "desk"),
    env: { ...studio.settings },
  });
  try {
    await createLibrary(desk.pool);
    const { id: classId } = await createClass(desk.pool, { durationMs: 600_000 });
    const people: [TestPerson, TestPerson][] = [];
    for (let at = 0; at < faultCount; at += 1) people.push([await desk.member(), await desk.member()]);
    const path = await makeSample(folder, "video.mp4", { size: "640x360", seconds: videoSeconds });
    const segment = await publishSegment(desk, folder, people[0]![0]);
    return { library: { classId, segment, video: await readFile(path) }, people };
  } finally {
    await desk.stop();
  }
}

/** Has the workers publish a short video. @returns path of one of its segments, signed for a person */
async function publishSegment(
  desk: TestServer,
  folder: string,
  { id: personId }: TestPerson,
): Promise<string> {
  const path = await makeSample(folder, "short.mp4", { size: "320x180", seconds: 2 });
  const assetId = randomUUID();
  await desk.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path } }],
      captions: [],
      origin: "upload",
    }),
  );
  await until("The video of the drill is published", 200, async () => {
    const availability = (await assetLoader(desk.ctx()).load(assetId))?.availability;
    if (availability === "error") throw new Error("The video of the drill couldn't be transcoded.");
    return availability === "available";
  });
  const links = await playbackOf(desk.ctx(), { assetId, personId, scope: "full" });
  return new URL("sound/00001.m4s", links!.hlsUrl).pathname;
}

/**
 * Waits until people used the studio for a while without an error: a busy machine may refuse some while it starts.
 * @throws Error with the errors that didn't end in time
 */
async function untilWell(seen: Seen): Promise<void> {
  const began = performance.now();
  while (performance.now() - Math.max(began, seen.lastErrorAt ?? 0) < beforeMs || seen.answers === 0) {
    if (performance.now() - began > maxMs)
      throw new Error(`Before the fault: ${[...seen.errors.keys()].join(", ") || "no answer"}`);
    await sleep(200);
  }
}

/** Forgets what people saw before a fault. */
function forget(seen: Seen): void {
  seen.errors.clear();
  seen.lastErrorAt = null;
  seen.maxWaitMs = 0;
}

/** Lets people use the studio through a fault. @throws Error if things still fail before it */
async function live(
  studio: DrillStudio,
  library: Library,
  [dancer, author]: [TestPerson, TestPerson],
  fault: Fault,
): Promise<Outcome> {
  const ask: Ask = balancerOf(studio.bases);
  const [member, uploader] = [clientOf(ask, dancer), clientOf(ask, author)];
  const seen: Seen = { answers: 0, errors: new Map(), maxWaitMs: 0, lastErrorAt: null };
  const [stop, lateness] = [new AbortController(), new AbortController()];
  const reading = [browse(member, seen, stop.signal), watch(ask, library, seen, stop.signal)];
  const writing = write(member, library, seen, stop.signal);
  const published: ReturnType<typeof publish>[] = [];
  const uploadAnother = () => void published.push(publish(uploader, library, seen, lateness.signal));
  let timer: NodeJS.Timeout | undefined;
  try {
    await untilWell(seen);
    // Only now: else a slow machine would have published it before the fault.
    uploadAnother();
    await sleep(underWayMs);
    const failedBefore = await countFailedAttempts(studio);
    forget(seen);
    const began = performance.now();
    await fault.run(studio, uploadAnother);
    const ended = performance.now();
    const errorsDuring = new Map(seen.errors);
    timer = setTimeout(() => lateness.abort(), maxMs);
    while (
      performance.now() - Math.max(ended, seen.lastErrorAt ?? 0) < calmMs &&
      performance.now() - ended < maxMs
    )
      await sleep(200);
    const videos = await Promise.all(published);
    stop.abort();
    await Promise.all(reading);
    const saved = await writing;
    const missing = await countLostNotes(member, library, saved);
    const lost = videos.flatMap((video) => video.lost);
    if (missing > 0) lost.push(`${missing} notes`);
    const failed = (await countFailedAttempts(studio)) - failedBefore;
    if (failed > 0) lost.push(`${failed} attempts`);
    return {
      fault: fault.name,
      answers: seen.answers,
      errors: seen.errors,
      errorsDuring,
      maxWait: seen.maxWaitMs / 1000,
      wellAfter: Math.max(0, ((seen.lastErrorAt ?? 0) - ended) / 1000),
      publishedAfter: lastOf(videos.map(({ at }) => (at === null ? null : (at - began) / 1000))),
      lost,
    };
  } finally {
    clearTimeout(timer);
    stop.abort();
    lateness.abort();
  }
}

/** Attempts at videos that count as failed: after a few, a person would have to try again. */
async function countFailedAttempts({ database }: DrillStudio): Promise<number> {
  const client = new pg.Client(database.connection);
  try {
    await client.connect();
    const { rowCount } = await client.query("select from media.attempts where state = 'failed'");
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** The largest of these; null if one is. */
const lastOf = (times: readonly (number | null)[]): number | null =>
  times.reduce((last, time) => (last === null || time === null ? null : Math.max(last, time)));

/** Uploads a video. @returns when it was published, or why it is lost */
async function publish(
  client: Client,
  library: Library,
  seen: Seen,
  signal: AbortSignal,
): Promise<{ at: number | null; lost: readonly string[] }> {
  try {
    const id = await upload(client, library, seen, signal);
    if (id === null) return { at: null, lost: ["video: not received in time"] };
    await untilPublished(client, id, signal);
    return { at: performance.now(), lost: [] };
  } catch (error) {
    return { at: null, lost: [(error as Error).message] };
  }
}
