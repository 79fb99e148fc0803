import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import type { TranscodeContext } from "../pipeline/context.ts";
import { analysisRate } from "./onsets.ts";
import type { ProposedSpan } from "./propose.ts";

/**
 * Proposes tempo and beats of a sound track that we encoded ourselves.
 * @param seconds duration of the track
 */
export async function proposeBeat(
  context: TranscodeContext,
  path: string,
  seconds: number,
): Promise<ProposedSpan[]> {
  const raw = join(context.folder, "beat.f32");
  await runChild({
    program: context.tools.ffmpeg,
    args: [
      "-nostdin",
      "-v",
      "error",
      "-protocol_whitelist",
      "file,pipe",
      "-i",
      inputOf(path),
      "-ac",
      "1",
      "-ar",
      String(analysisRate),
      "-f",
      "f32le",
      "-y",
      inputOf(raw),
    ],
    limits: encodeLimits(seconds),
    signal: context.signal,
  });
  const worker = new Worker(new URL("./beat-worker.ts", import.meta.url), { workerData: { path: raw } });
  try {
    const [spans] = (await once(worker, "message", { signal: context.signal })) as [ProposedSpan[]];
    return spans;
  } finally {
    await worker.terminate();
    await rm(raw, { force: true });
  }
}
