/** Worker thread that synthesizes the music of a demo class: seconds of CPU that must not block requests. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { renderAudio } from "../../../demo/index.ts";

export interface MusicOrder {
  readonly classSlug: string;
  readonly file: string;
}

// On Linux a thread has its own priority.
if (process.platform === "linux") setPriority(5);

const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
await renderAudio({ ...(workerData as MusicOrder), signal: stop.signal });
parentPort?.close();
