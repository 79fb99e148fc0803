/** Worker thread that synthesizes the music of a demo class: seconds of CPU that must not block requests. */
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { renderAudio } from "../../../demo/index.ts";

export interface MusicOrder {
  readonly classSlug: string;
  readonly file: string;
}

// On Linux a thread has its own priority.
// A process that was started with a lower one may not raise it.
if (process.platform === "linux") setPriority(Math.max(5, getPriority()));

const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
await renderAudio({ ...(workerData as MusicOrder), signal: stop.signal });
parentPort?.close();
