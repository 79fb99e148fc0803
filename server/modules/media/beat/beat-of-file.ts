import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { inputOf } from "../pipeline/hardening.ts";
import { runChild } from "../pipeline/process.ts";
import { encodeLimits } from "../pipeline/tools.ts";
import type { Workshop } from "../pipeline/workshop.ts";
import { analysisRate } from "./onsets.ts";
import type { ProposedSpan } from "./propose.ts";

/**
 * Proposes tempo and beats of a sound track that we encoded ourselves.
 * @param seconds duration of the track
 */
export async function proposeBeat(shop: Workshop, path: string, seconds: number): Promise<ProposedSpan[]> {
  const raw = join(shop.folder, "beat.f32");
  await runChild({
    program: shop.tools.ffmpeg,
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
    signal: shop.signal,
  });
  const worker = new Worker(new URL("./beat-worker.ts", import.meta.url), { workerData: { path: raw } });
  try {
    const [spans] = (await once(worker, "message", { signal: shop.signal })) as [ProposedSpan[]];
    return spans;
  } finally {
    await worker.terminate();
    await rm(raw, { force: true });
  }
}
