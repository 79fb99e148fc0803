/** The thread that plays the music of a demo's class: seconds of arithmetic, for which requests needn't wait. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { renderAudio } from "../../../demo/index.ts";

export interface MusicOrder {
  readonly classSlug: string;
  readonly file: string;
}

// On Linux a thread has a priority of its own.
if (process.platform === "linux") setPriority(5);

const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
await renderAudio({ ...(workerData as MusicOrder), signal: stop.signal });
parentPort?.close();
