import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Tx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import type { JobRun } from "../../platform/jobs/job.ts";
import { StorageFull } from "../../platform/storage.ts";
import { assetAvailable, assetFailed } from "./events.ts";
import { ChildFailed } from "./pipeline/process.ts";
import { studioLimits, uploadLimits } from "./pipeline/probe.ts";
import { SourceRefused } from "./pipeline/refusal.ts";
import { installedTools } from "./pipeline/tools.ts";
import { transcode } from "./pipeline/transcode.ts";
import { publishFolder, versionPrefix } from "./publish.ts";
import { insertAsset, saveAssetFailed, saveAssetPercent, saveAssetPublished } from "./store.ts";

const angle = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("file"), path: z.string() }),
  z.object({ kind: z.literal("cuts"), clips: z.array(z.object({ path: z.string() })), order: z.array(z.number().int()), audio: z.string() }),
]);
const payload = z.object({
  assetId: z.uuid(),
  front: angle,
  back: angle.nullable(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), path: z.string() })),
  /** Whose source it is: what it may be differs. */
  origin: z.enum(["studio", "upload"]),
});
export type TranscodeOrder = z.infer<typeof payload>;

/** Transcodes run in so many lanes at once, so that requests keep a core for themselves. */
const lanes = Math.max(1, availableParallelism() - 1);

export const transcodeJob = defineJob({ name: "media.transcode", schema: payload, maxAttempts: 3, run: runTranscode });

/**
 * Readies the asset and orders its transcode. Sources are paths that every worker can read until the asset is available or failed.
 * @param options.priority smaller runs sooner
 */
export async function requestTranscode(tx: Tx, order: TranscodeOrder, options: { priority?: number } = {}): Promise<void> {
  await insertAsset(tx.db, order.assetId);
  const lane = Number.parseInt(order.assetId.slice(-4), 16) % lanes;
  await tx.enqueue(transcodeJob, order, { key: `transcode-${order.assetId}`, queue: `transcode-${lane}`, ...options });
}

async function runTranscode(ctx: Ctx, order: TranscodeOrder, run: JobRun): Promise<void> {
  const { assetId } = order;
  const workshops = join(ctx.config.dataDir, "work");
  await mkdir(workshops, { recursive: true });
  // A predecessor that was killed left its folder.
  for (const name of await readdir(workshops)) if (name.startsWith(assetId)) await rm(join(workshops, name), { recursive: true, force: true });
  const folder = join(workshops, `${assetId}-${randomUUID()}`);
  await mkdir(folder);
  const version = randomUUID();
  let saving: Promise<void> = Promise.resolve();
  try {
    const result = await transcode(
      {
        tools: installedTools(),
        folder,
        cacheFolder: join(ctx.config.dataDir, "clips"),
        signal: run.signal,
        onProgress: (percent) => {
          saving = saving.then(() => saveAssetPercent(ctx.db, assetId, Math.min(99, Math.floor(percent)))).catch((error: unknown) => {
            ctx.log.warn({ err: error, assetId }, "Progress could not be noted");
          });
        },
      },
      {
        front: order.front,
        back: order.back,
        captions: order.captions,
        posterAt: null,
        limits: order.origin === "studio" ? studioLimits : uploadLimits,
        encoding: { maxLines: 1080, maxFrameRate: 60, preset: "veryfast" },
      },
    );
    await publishFolder(ctx.ports.storage, result.folder, versionPrefix(assetId, version), run.signal);
    await saving;
    const durationMs = Math.round(result.seconds * 1000);
    const published = await ctx.transact(async (tx) => {
      const found = await saveAssetPublished(tx.db, {
        id: assetId,
        version,
        durationMs,
        width: result.size.width,
        height: result.size.height,
        hasBack: result.hasBack,
        captions: order.captions.map(({ language, label }) => ({ language, label })),
        now: tx.clock.now(),
      });
      if (found) await tx.publish(assetAvailable, { assetId, durationMs });
      return found;
    });
    if (!published) await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version));
  } catch (error) {
    await saving;
    // Nobody has seen this version: what was put of it goes.
    await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version)).catch((failure: unknown) => ctx.log.warn({ err: failure, assetId }, "Half a version is left over"));
    const reason = reasonOf(error);
    const isFinal = error instanceof SourceRefused || (run.isLastAttempt && !run.signal.aborted);
    if (isFinal) {
      await ctx.transact(async (tx) => {
        await saveAssetFailed(tx.db, assetId, reason);
        await tx.publish(assetFailed, { assetId, reason });
      });
    }
    // A refused source would be refused again: the job is done.
    if (!(error instanceof SourceRefused)) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SourceRefused) return error.reason;
  if (error instanceof StorageFull) return "disk_full";
  return error instanceof ChildFailed ? error.fault : "internal";
}
