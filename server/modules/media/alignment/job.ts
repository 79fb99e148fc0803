import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { defineJob, JobPostponed } from "../../../platform/jobs/job.ts";
import { isDiskFull, StorageUnavailable } from "../../../platform/storage.ts";
import { alignmentFailed, sourceVideosAligned } from "../events.ts";
import type { AlignedSourceVideo } from "../events.ts";
import { workFolder } from "../paths.ts";
import { probeSource, studioLimits } from "../pipeline/probe.ts";
import { ChildFailed } from "../pipeline/process.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import { runWorker } from "../pipeline/samples.ts";
import { installedTools } from "../pipeline/tools.ts";
import { openSource, SourceMissing } from "../uploads/source-files.ts";
import { findUpload } from "../uploads/store.ts";
import type { Alignment } from "./align.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { findFingerprint, saveFingerprint } from "./store.ts";

const request = z.object({
  classId: z.uuid(),
  /** The source video that carries the time. */
  mainId: z.uuid(),
  sourceVideoIds: z.array(z.uuid()).min(1),
});

/**
 * Aligns source videos of a class with its main one by their sound, and publishes `media.source_videos_aligned`. Those
 * whose sound can't be compared get confidence 0. After the last attempt it publishes `media.alignment_failed`.
 */
export const alignJob = defineJob({
  name: "media.align_source_videos",
  schema: request,
  maxAttempts: 5,
  run: async (ctx: Ctx, given, run) => {
    try {
      await align(ctx, given, run.signal);
    } catch (error) {
      const isOver = run.isLastAttempt && !run.signal.aborted && !(error instanceof JobPostponed);
      if (isOver) await ctx.transact((tx) => tx.publish(alignmentFailed, given));
      throw error;
    }
  },
});

async function align(
  ctx: Ctx,
  { classId, mainId, sourceVideoIds }: z.output<typeof request>,
  signal: AbortSignal,
): Promise<void> {
  const main = await fingerprintFor(ctx, mainId, signal);
  const alignments: AlignedSourceVideo[] = [];
  for (const sourceVideoId of sourceVideoIds) {
    const other = await fingerprintFor(ctx, sourceVideoId, signal);
    const found =
      main && other
        ? await runWorker<Alignment | null>(
            new URL("./align-worker.ts", import.meta.url),
            { main: main.onsets, other: other.onsets },
            signal,
          )
        : null;
    const { offsetMs, driftPpm, confidence } = found ?? { offsetMs: 0, driftPpm: 0, confidence: 0 };
    const durationMs = other?.durationMs ?? null;
    alignments.push({ sourceVideoId, durationMs, offsetMs, driftPpm, confidence });
  }
  const mainDurationMs = main?.durationMs ?? null;
  await ctx.transact((tx) =>
    tx.publish(sourceVideosAligned, { classId, mainId, mainDurationMs, alignments }),
  );
}

/** Enqueues the alignment of source videos; a later request for the same class replaces it. */
export const requestAlignment = (tx: Tx, given: z.input<typeof request>): Promise<void> =>
  tx.enqueue(alignJob, given, { key: `align-${given.classId}`, priority: -20 });

/**
 * The fingerprint of a source video, made now if it was uploaded before there were fingerprints.
 * @returns null if its sound can't be decoded, or its file is gone
 */
async function fingerprintFor(ctx: Ctx, id: string, signal: AbortSignal): Promise<Fingerprint | null> {
  const saved = await findFingerprint(ctx.db, id);
  if (saved) return saved;
  const folder = join(workFolder(ctx), `fingerprint-${id}-${randomUUID()}`);
  try {
    const upload = await findUpload(ctx.db, id);
    if (!upload) return null;
    await mkdir(folder, { recursive: true });
    const path = await openSource(ctx, id, folder, signal);
    const source = await probeSource(installedTools(), path, studioLimits, signal);
    const made = await fingerprintOf(installedTools(), source, folder, signal);
    await saveFingerprint(ctx.db, id, made);
    return made;
  } catch (error) {
    const isFull = isDiskFull(error) || (error instanceof ChildFailed && error.fault === "disk_full");
    if (isFull || error instanceof StorageUnavailable || isDatabaseUnavailable(error))
      throw new JobPostponed(error);
    const isItsFault =
      error instanceof SourceRefused || error instanceof SourceMissing || error instanceof ChildFailed;
    if (signal.aborted || !isItsFault) throw error;
    ctx.log.warn({ err: error, sourceVideoId: id }, "The sound of a source video could not be compared");
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
