import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { renderClip, type ClipPlan } from "./clip.ts";

/** Messages between the pool and a worker. */
export type ClipOrder = { plan: ClipPlan; file: string; partial: string; ffmpeg: string };
export type ClipAnswer = { done: true } | { done: false; message: string };

// On Linux each thread has its own priority, which ffmpeg inherits: requests of viewers run first.
// A process that was started with a lower one may not raise it.
if (process.platform === "linux") setPriority(Math.max(5, getPriority()));

const port = parentPort;
if (!port) throw new Error("clip-worker.ts runs as a worker only");
let abort = new AbortController();
port.on("message", (order: ClipOrder | "abort") => {
  if (order === "abort") {
    abort.abort();
    return;
  }
  abort = new AbortController();
  renderClip(order.plan, order.file, order.partial, { ffmpeg: order.ffmpeg, signal: abort.signal }).then(
    () => port.postMessage({ done: true } satisfies ClipAnswer),
    (error: unknown) =>
      port.postMessage({
        done: false,
        message: error instanceof Error ? error.message : String(error),
      } satisfies ClipAnswer),
  );
});
