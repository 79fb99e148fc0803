import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { inputOf } from "./hardening.ts";
import { runChild } from "./process.ts";
import { encodeLimits } from "./tools.ts";
import type { Tools } from "./tools.ts";

/** Sound to analyze. */
export interface AnalyzedSound {
  readonly path: string;
  /** Index of its stream in the file. */
  readonly stream: number;
  readonly seconds: number;
  /** ffmpeg options for a file that we didn't encode ourselves. */
  readonly flags?: readonly string[];
  /** Sample rate of the analysis, hertz. */
  readonly rate: number;
  /** Where to write the samples; deleted afterwards. */
  readonly raw: string;
}

/**
 * Decodes sound to mono 32-bit floats from time 0 of its file, and has a worker thread analyze them: an hour of sound
 * takes seconds, and would block requests on the main thread.
 * @param script a worker thread that reads the file `workerData.path` and posts one message
 * @returns the message
 * @throws ChildFailed
 */
export async function analyzeSamples<Result>(
  { tools, signal }: { readonly tools: Tools; readonly signal: AbortSignal },
  { path, stream, seconds, flags = ["-protocol_whitelist", "file,pipe"], rate, raw }: AnalyzedSound,
  script: URL,
): Promise<Result> {
  try {
    await runChild({
      program: tools.ffmpeg,
      args: [
        "-nostdin",
        "-v",
        "error",
        ...flags,
        "-i",
        inputOf(path),
        "-map",
        `0:${stream}`,
        "-af",
        `aresample=${rate}:async=1:first_pts=0`,
        "-ac",
        "1",
        "-f",
        "f32le",
        "-y",
        inputOf(raw),
      ],
      limits: encodeLimits(seconds),
      signal,
    });
    return await runWorker<Result>(script, { path: raw }, signal);
  } finally {
    await rm(raw, { force: true });
  }
}

/** The one message of a worker thread. @throws what it throws; when `signal` aborts */
export async function runWorker<Result>(
  script: URL,
  workerData: object,
  signal: AbortSignal,
): Promise<Result> {
  const worker = new Worker(script, { workerData });
  try {
    const [result] = (await once(worker, "message", { signal })) as [Result];
    return result;
  } finally {
    await worker.terminate();
  }
}
