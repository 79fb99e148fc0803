import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { defineJob, JobPostponed } from "../../../platform/jobs/job.ts";
import type { JobPool, JobRun } from "../../../platform/jobs/job.ts";
import { isDiskFull, StorageFull, StorageUnavailable } from "../../../platform/storage.ts";
import { assetAvailable, assetFailed } from "../events.ts";
import { deleteFilesJob } from "../files-job.ts";
import { encodingOf, limitsOf, transcodeKey, transcodeOrder, transcodeTasks } from "../order.ts";
import type { TranscodeOrder } from "../order.ts";
import { ChildFailed } from "../pipeline/process.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import { installedTools } from "../pipeline/tools.ts";
import { transcode } from "../pipeline/transcode.ts";
import type { TranscodeResult } from "../pipeline/transcode.ts";
import { publishByContent, publishFolder, versionPrefix } from "../publish.ts";
import { stillName } from "../posters/stills.ts";
import { forgetSource, SourceMissing } from "../uploads/source-files.ts";
import { progressWriter } from "./progress.ts";
import { fetchSources } from "./sources.ts";
import { requestTimeStretch } from "../time-stretch/job.ts";
import {
  endAttempt,
  insertAttempt,
  listStranded,
  lockAssetRow,
  retireVersions,
  supersedeAttempts,
} from "./store.ts";
import { saveBeat } from "../beat/store.ts";
import { requestSoundAnalysis } from "../sound/job.ts";
import { saveFraming } from "../framing/store.ts";
import { assetTopic } from "../topics.ts";
import { saveAssetFailed, saveAssetOrdered, saveAssetPublished } from "../store.ts";
import { clipFolder, workFolder } from "../paths.ts";

/** Maximum attempts per order; those interrupted by a shutdown don't count. */
const maxTranscodeAttempts = 3;
/** Time between tries to publish a finished transcode; milliseconds. */
const publishAgainMs = 3_000;
/** How long links to a replaced version may still be in use; milliseconds. */
const retiredRetentionMs = 5 * 60 * 60 * 1000;
/** Orders younger than this may simply not have a job yet; milliseconds. */
const strandedAfterMs = 30_000;

const transcodeJobFor = (origin: keyof typeof transcodeTasks, pool: JobPool) =>
  defineJob({
    name: transcodeTasks[origin],
    pool,
    schema: transcodeOrder,
    maxAttempts: maxTranscodeAttempts,
    run: runTranscode,
  });

/** Transcodes a class. */
export const transcodeJob = transcodeJobFor("studio", "transcodes");
/** Transcodes a member's video. */
export const transcodeUploadJob = transcodeJobFor("upload", "uploads");

/**
 * Prepares the asset and enqueues its transcode. Every worker must be able to read the source paths until the asset is
 * available or failed.
 * @param options.priority smaller runs sooner
 */
export async function requestTranscode(
  tx: Tx,
  order: TranscodeOrder,
  options: { priority?: number } = {},
): Promise<void> {
  await saveAssetOrdered(tx.db, order.assetId, order, tx.clock.now());
  await enqueueTranscode(tx, order, options);
}

async function enqueueTranscode(
  tx: Tx,
  order: TranscodeOrder,
  options: { priority?: number },
): Promise<void> {
  const job = order.origin === "upload" ? transcodeUploadJob : transcodeJob;
  await tx.enqueue(job, order, { key: transcodeKey(order.assetId), ...options });
}

async function runTranscode(ctx: Ctx, order: TranscodeOrder, run: JobRun): Promise<void> {
  const { assetId } = order;
  const version = randomUUID();
  const isBegun = await orPostpone(async () => {
    // The first attempt of an order that had failed: staff retried the failed job.
    if (run.attempt === 1) await reopen(ctx, order);
    return beginAttempt(ctx, assetId, version);
  });
  if (!isBegun) return;
  const folder = join(workFolder(ctx), `${assetId}-${version}`);
  const progress = progressWriter(ctx, assetId, version);
  try {
    await mkdir(folder, { recursive: true });
    const sources = await fetchSources(ctx, order, folder, run.signal);
    const result = await transcode(
      {
        tools: installedTools(),
        folder,
        cacheFolder: clipFolder(ctx),
        signal: run.signal,
        onProgress: progress.note,
      },
      {
        ...sources,
        posterAt: order.posterAtMs == null ? null : order.posterAtMs / 1000,
        limits: limitsOf(order.origin),
        encoding: encodingOf(order.origin),
        findsBeat: order.origin === "studio",
        findsDancer: order.origin === "studio",
      },
    );
    await progress.end();
    await publish(ctx, order, version, result, run.signal);
    for (const source of order.angles.flatMap((angle) => [angle.source, angle.upright]))
      if (source?.kind === "upload") await forgetSource(ctx, source.uploadId);
  } catch (error) {
    await progress.end();
    // This version was never published: its stored files are deleted.
    await discardVersion(ctx, assetId, version);
    const failure = describe(error);
    const ending: Ending =
      error instanceof SourceRefused
        ? "refused"
        : run.signal.aborted || failure.isOurs
          ? "stopped"
          : "failed";
    await whileAway(ctx, run.signal, isDatabaseUnavailable, () =>
      endBadly(ctx, { assetId, version, ending, ...failure }),
    );
    if (failure.isOurs) throw new JobPostponed(error);
    // A refused source would be refused again: the job is done.
    if (ending !== "refused") throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reopens a failed order with a fresh count of attempts.
 * @throws Error for an upload, whose source is deleted after it failed
 */
async function reopen(ctx: Ctx, order: TranscodeOrder): Promise<void> {
  await ctx.transact(async (tx) => {
    const asset = await lockAssetRow(tx.db, order.assetId);
    if (!asset?.hasFailed) return;
    if (order.origin === "upload")
      throw new Error("The source of a failed upload is deleted. Its owner must upload it again.");
    await saveAssetOrdered(tx.db, order.assetId, order, tx.clock.now());
    tx.signal(assetTopic(order.assetId));
  });
}

/**
 * Claims the asset for this attempt, and cleans up after earlier ones.
 * @returns false if there is nothing to do
 */
async function beginAttempt(ctx: Ctx, assetId: string, version: string): Promise<boolean> {
  const begun = await ctx.transact(async (tx) => {
    const asset = await lockAssetRow(tx.db, assetId);
    if (!asset?.isPending) return null;
    const left = await supersedeAttempts(tx.db, assetId, tx.clock.now());
    if (asset.attempts >= maxTranscodeAttempts) {
      await failAsset(tx, assetId, "worker_lost");
      return { left, goesOn: false };
    }
    await insertAttempt(tx.db, { assetId, version, now: tx.clock.now() });
    return { left, goesOn: true };
  });
  if (!begun) return false;
  for (const old of begun.left) await discardVersion(ctx, assetId, old);
  return begun.goesOn;
}

/** Runs `work` again until what it needs is back: rendering again would cost more. @throws when `signal` aborts */
async function whileAway<Result>(
  ctx: Ctx,
  signal: AbortSignal,
  isAway: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      ctx.log.warn({ err: error }, "A transcode waits for the store or the database");
      await sleep(publishAgainMs, undefined, { signal });
    }
  }
}

/** @throws JobPostponed while the database is away */
async function orPostpone<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new JobPostponed(error) : error;
  }
}

/** Uploads the files, then publishes them atomically, unless another attempt has taken over. */
async function publish(
  ctx: Ctx,
  order: TranscodeOrder,
  version: string,
  result: TranscodeResult,
  signal: AbortSignal,
): Promise<void> {
  const { assetId } = order;
  const { storage } = ctx.ports;
  const { storedBytes, poster, thumbnail } = await whileAway(ctx, signal, isStoreAway, async () => ({
    storedBytes: await publishFolder(storage, result.folder, versionPrefix(assetId, version), signal),
    poster: await publishByContent(storage, result.poster),
    thumbnail: await publishByContent(storage, result.thumbnail),
  }));
  const durationMs = Math.round(result.seconds * 1000);
  const save = async (tx: Tx): Promise<boolean> => {
    const now = tx.clock.now();
    if (!(await endAttempt(tx.db, { version, state: "published", reason: null, detail: null, now })))
      return false;
    await saveAssetPublished(tx.db, {
      id: assetId,
      version,
      durationMs,
      width: result.size.width,
      height: result.size.height,
      angles: result.angles,
      uprightAngles: result.uprightAngles,
      captions: order.captions.map(({ language, label }) => ({ language, label })),
      poster,
      thumbnail,
      sourceBytes: result.sourceBytes,
      storedBytes,
      now,
    });
    if (result.beat) await saveBeat(tx.db, assetId, result.beat);
    if (order.origin === "studio") await saveFraming(tx.db, assetId, result.framing);
    for (const old of await retireVersions(tx.db, assetId, version)) {
      const pictures = old.stillsMs.map((atMs) => stillName(assetId, old.version, atMs));
      await tx.enqueue(
        deleteFilesJob,
        { prefix: versionPrefix(assetId, old.version), pictures },
        { runAt: new Date(now.getTime() + retiredRetentionMs) },
      );
    }
    tx.signal(assetTopic(assetId));
    if (order.origin === "studio") await requestTimeStretch(tx, assetId, version);
    if (result.beat) await requestSoundAnalysis(tx, assetId, version);
    await tx.publish(assetAvailable, { assetId, durationMs, cut: order.cut ?? null, version });
    return true;
  };
  const isSeen = await whileAway(ctx, signal, isDatabaseUnavailable, () => ctx.transact(save));
  if (!isSeen) await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version));
}

/** `stopped` isn't counted: by a shutdown, or while something of ours is away. */
type Ending = "refused" | "stopped" | "failed";

async function endBadly(
  ctx: Ctx,
  attempt: { assetId: string; version: string; ending: Ending; reason: string; detail: string | null },
): Promise<void> {
  const { assetId, version, ending, reason, detail } = attempt;
  const state = ending === "stopped" ? "stopped" : "failed";
  await ctx.transact(async (tx) => {
    const ended = await endAttempt(tx.db, { version, state, reason, detail, now: tx.clock.now() });
    // A newer order is still to be carried out: it decides.
    if (!ended || ended.isOutdated) return;
    if (ending === "refused" || (ending === "failed" && ended.attempts >= maxTranscodeAttempts))
      await failAsset(tx, assetId, reason);
  });
}

export async function failAsset(tx: Tx, assetId: string, reason: string): Promise<void> {
  await saveAssetFailed(tx.db, assetId, reason);
  tx.signal(assetTopic(assetId));
  await tx.publish(assetFailed, { assetId, reason });
}

async function discardVersion(ctx: Ctx, assetId: string, version: string): Promise<void> {
  try {
    await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version));
    // A killed worker left its folder behind.
    for (const name of await readdir(workFolder(ctx))) {
      if (name === `${assetId}-${version}`)
        await rm(join(workFolder(ctx), name), { recursive: true, force: true });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    ctx.log.warn({ err: error, assetId }, "Files of an unpublished version could not be deleted");
  }
}

/** Enqueues orders whose worker was killed without retries left, and fails those without attempts left. */
export async function rescueStranded(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - strandedAfterMs);
  for (const { id, order } of await listStranded(ctx.db, before, Object.values(transcodeTasks))) {
    const left = await ctx.transact(async (tx) => {
      const asset = await lockAssetRow(tx.db, id);
      if (!asset?.isPending) return [];
      if (asset.attempts < maxTranscodeAttempts) {
        await enqueueTranscode(tx, transcodeOrder.parse(order), {});
        return [];
      }
      const superseded = await supersedeAttempts(tx.db, id, tx.clock.now());
      await failAsset(tx, id, "worker_lost");
      return superseded;
    });
    for (const version of left) await discardVersion(ctx, id, version);
  }
}

/** A failure's reason, and whether something of ours was away or full: then the source isn't at fault. */
function describe(error: unknown): { reason: string; detail: string | null; isOurs: boolean } {
  const ours = (reason: string) => ({ reason, detail: null, isOurs: true });
  if (error instanceof SourceRefused)
    return { reason: error.reason, detail: error.detail || null, isOurs: false };
  if (error instanceof StorageFull || isDiskFull(error)) return ours("disk_full");
  if (isStoreAway(error)) return ours("storage_unavailable");
  if (error instanceof ChildFailed)
    return {
      reason: error.fault === "exit" ? "encoder_failed" : error.fault,
      detail: `${error.program}: ${error.detail.slice(-4000)}`,
      isOurs: error.fault === "disk_full",
    };
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof SourceMissing)
    return { reason: "source_missing", detail: error.message, isOurs: false };
  if (code === "ENOENT") return { reason: "source_missing", detail: null, isOurs: false };
  if (isDatabaseUnavailable(error)) return ours("database_unavailable");
  return { reason: "internal", detail: String(message).slice(0, 4000), isOurs: false };
}

const isStoreAway = (error: unknown): boolean => error instanceof StorageUnavailable;
