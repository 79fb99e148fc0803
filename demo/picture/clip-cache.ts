import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { lookOf } from "../figure/looks.ts";
import { encodeArguments, type ClipPlan } from "./clip.ts";
import type { ClipAnswer, ClipOrder } from "./clip-worker.ts";
import { ROOMS } from "./rooms.ts";
import { PICTURES } from "./shot.ts";

/** Files in the hashed folders that don't affect any clip's pixels, or whose relevant data is hashed per clip. */
const BESIDE = new Set(["looks.ts", "posters.ts", "clip-cache.ts", "clip-worker.ts", "styles.ts"]);

let source: string | undefined;

/**
 * A digest of the rendering code, so that changed code renders new clips. Vocabulary is hashed per clip, so a new move doesn't render old
 * clips again. Comments count too: an edit of a hashed file renders all clips again.
 */
const sourceDigest = (): string => {
  if (source) return source;
  const hash = createHash("sha256");
  for (const folder of ["figure", "movement", "picture"]) {
    const root = new URL(`../${folder}/`, import.meta.url);
    const files = readdirSync(root).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !BESIDE.has(name),
    );
    for (const name of files.toSorted()) hash.update(name).update(readFileSync(new URL(name, root)));
  }
  source = hash.digest("hex");
  return source;
};

/** A clip's file name: a hash of everything that determines its bytes. */
export const clipName = (plan: ClipPlan): string => {
  const { eights: _others, ...movement } = plan.movement;
  const { cues: _cues, ...eight } = plan.eight;
  const decisive = [
    sourceDigest(),
    plan.scene,
    plan.scene.cast.map((c) => lookOf(c.look)),
    ROOMS[plan.scene.room],
    movement,
    eight,
    plan.view,
    plan.frames,
    encodeArguments(PICTURES[plan.view.format], ""),
  ];
  return `${createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 32)}.mp4`;
};

const STALE_MS = 3_600_000;

/** Removes partial files older than an hour, left by killed renderers. */
const sweep = async (cacheDir: string): Promise<void> => {
  for (const name of await readdir(cacheDir)) {
    if (!name.endsWith(".partial")) continue;
    const info = await stat(join(cacheDir, name)).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > STALE_MS) await rm(join(cacheDir, name), { force: true });
  }
};

export type ClipJob = {
  cacheDir: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  concurrency?: number;
  ffmpeg?: string;
};

/**
 * Renders the clips missing in the cache on up to `concurrency` threads (default: one per core). Returns all paths in the order of the
 * plans. Safe for concurrent processes on one folder: each clip is written to a unique name and then renamed.
 * @throws the signal's reason when aborted
 */
export const renderMissingClips = async (plans: ClipPlan[], job: ClipJob): Promise<string[]> => {
  const { cacheDir, signal, onProgress } = job;
  signal?.throwIfAborted();
  await mkdir(cacheDir, { recursive: true });
  await sweep(cacheDir);
  const paths = plans.map((plan) => join(cacheDir, clipName(plan)));
  const missing = plans
    .map((plan, i) => ({ plan, file: paths[i]! }))
    .filter(({ file }, i) => !existsSync(file) && paths.indexOf(file) === i);
  const total = missing.reduce((sum, { plan }) => sum + plan.frames, 0);
  let rendered = 0;
  onProgress?.(total === 0 ? 1 : 0);
  // Longest first, so that the threads end at about the same time.
  const queue = missing.toSorted((a, b) => b.plan.frames - a.plan.frames);
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL("./clip-worker.ts", import.meta.url));
    const abort = (): void => worker.postMessage("abort");
    signal?.addEventListener("abort", abort, { once: true });
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        signal?.throwIfAborted();
        const order: ClipOrder = {
          ...next,
          partial: `${next.file}.${randomUUID()}.partial`,
          ffmpeg: job.ffmpeg ?? process.env["FFMPEG_PATH"] ?? "ffmpeg",
        };
        const answer = await ask(worker, order);
        signal?.throwIfAborted();
        if (!answer.done)
          throw new Error(`clip ${next.plan.eight.slug} (${next.plan.view.angle}): ${answer.message}`);
        rendered += next.plan.frames;
        onProgress?.(rendered / total);
      }
    } catch (error) {
      queue.length = 0;
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      await worker.terminate();
    }
  };
  const threads = Math.min(missing.length, job.concurrency ?? availableParallelism());
  const results = await Promise.allSettled(Array.from({ length: threads }, work));
  const failed = results.find((r) => r.status === "rejected");
  if (failed) throw failed.reason;
  return paths;
};

const ask = (worker: Worker, order: ClipOrder): Promise<ClipAnswer> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.off("message", answered);
      worker.off("error", failed);
      worker.off("exit", ended);
      finish();
    };
    const answered = (answer: ClipAnswer): void => settle(() => resolve(answer));
    const failed = (error: Error): void => settle(() => reject(error));
    const ended = (): void =>
      settle(() => reject(new Error("a render worker exited before its clip was done")));
    worker.on("message", answered);
    worker.on("error", failed);
    worker.on("exit", ended);
    worker.postMessage(order);
  });
