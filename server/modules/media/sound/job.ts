import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob, isOurOutage } from "../../../platform/jobs/job.ts";
import { backgroundTasks } from "../background.ts";
import { analysisRate } from "../beat/onsets.ts";
import { workFolder } from "../paths.ts";
import { analyzeSamples } from "../pipeline/samples.ts";
import { installedTools } from "../pipeline/tools.ts";
import { versionPrefix } from "../publish.ts";
import { fetchSound } from "../published-sound.ts";
import { listAssets } from "../store.ts";
import { assetTopic } from "../topics.ts";
import type { SoundSegment } from "./segments.ts";
import { forgetFailedSound, saveFailedSound, saveSound } from "./store.ts";

const { name, priority } = backgroundTasks.sound;

/**
 * Measures the sound of a published version for its editors, from the segments that players get. Idempotent. Editors see that the last
 * attempt failed, and may have it run again.
 */
export const analyzeSoundJob = defineJob({
  name,
  pool: "background",
  aloneFor: ({ assetId }) => assetId,
  schema: z.object({ assetId: z.uuid(), version: z.uuid() }),
  maxAttempts: 3,
  run: async (ctx: Ctx, { assetId, version }, { signal, isLastAttempt }) => {
    const [asset] = await listAssets(ctx.db, [assetId]);
    if (asset?.version !== version || asset.durationMs === null) return;
    try {
      const sound = await analyze(ctx, { assetId, version, seconds: asset.durationMs / 1000 }, signal);
      await save(ctx, assetId, (tx) => saveSound(tx.db, { assetId, version, ...sound }));
    } catch (error) {
      // An attempt that was stopped, or for which the storage was away, runs again.
      if (isLastAttempt && !signal.aborted && !isOurOutage(error))
        await save(ctx, assetId, (tx) => saveFailedSound(tx.db, assetId, version));
      throw error;
    }
  },
});

const save = (ctx: Ctx, assetId: string, write: (tx: Tx) => Promise<void>): Promise<void> =>
  ctx.transact(async (tx) => {
    await write(tx);
    tx.signal(assetTopic(assetId));
  });

async function analyze(
  ctx: Ctx,
  { assetId, version, seconds }: { assetId: string; version: string; seconds: number },
  signal: AbortSignal,
): Promise<{ peaks: Uint8Array; segments: SoundSegment[] }> {
  const folder = join(workFolder(ctx), `sound-${version}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    const path = join(folder, "published.mp4");
    if (!(await fetchSound(ctx, versionPrefix(assetId, version), path)))
      return { peaks: new Uint8Array(0), segments: [] };
    return await analyzeSamples<{ peaks: Uint8Array; segments: SoundSegment[] }>(
      { tools: installedTools(), signal },
      { path, stream: 0, seconds, rate: analysisRate, raw: join(folder, "sound.f32") },
      new URL("./sound-worker.ts", import.meta.url),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Has the sound of a version analyzed, also again after that failed. */
export async function requestSoundAnalysis(tx: Tx, assetId: string, version: string): Promise<void> {
  await forgetFailedSound(tx.db, assetId);
  await tx.enqueue(analyzeSoundJob, { assetId, version }, { key: `sound-${version}`, priority });
}
