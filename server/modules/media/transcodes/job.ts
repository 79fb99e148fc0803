import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { canOnlyUploadAgain } from "../../../../contract/video-refusals.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { defineJob, JobFailed, JobPostponed } from "../../../platform/jobs/job.ts";
import type { JobPool, JobRun } from "../../../platform/jobs/job.ts";
import { failJob } from "../../../platform/jobs/failed-jobs.ts";
import { assetAvailable } from "../events.ts";
import { deleteFilesJob } from "../files-job.ts";
import { encodingOf, isSameOrder, limitsOf, transcodeKey, transcodeOrder, transcodeTasks } from "../order.ts";
import type { TranscodeOrder } from "../order.ts";
import { SourceRefused } from "../pipeline/refusal.ts";
import { installedTools } from "../pipeline/tools.ts";
import { transcode } from "../pipeline/transcode.ts";
import type { TranscodeResult } from "../pipeline/transcode.ts";
import { publishByContent, publishFolder, versionPrefix } from "../publish.ts";
import { stillName } from "../posters/stills.ts";
import { forgetSource } from "../uploads/source-files.ts";
import { saveUploadRetried } from "../uploads/store.ts";
import { discardStretches, discardVersion } from "./discard.ts";
import {
  describeFailure,
  failAsset,
  isSourceMissing,
  isStoreAway,
  maxTranscodeAttempts,
  mayComeBack,
  missingAgainMs,
  waitAfter,
} from "./failures.ts";
import type { Failure } from "./failures.ts";
import { progressWriter } from "./progress.ts";
import { storedRateFactors } from "./rate-factors.ts";
import { fetchSources } from "./sources.ts";
import { AttemptSuperseded, offerStretches } from "./stretches/offer.ts";
import { storedStretches, stretchesPrefix } from "./stretches/files.ts";
import { orPostpone, whileAway } from "./while-away.ts";
import { requestAv1 } from "../av1/job.ts";
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
import { saveAssetOrdered, saveAssetPublished } from "../store.ts";
import { clipFolder, workFolder } from "../paths.ts";

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
  const begun = await orPostpone(async () => {
    await reopen(ctx, order);
    return beginAttempt(ctx, order, version);
  });
  if (!begun) return;
  const folder = join(workFolder(ctx), `${assetId}-${version}`);
  const progress = progressWriter(ctx, assetId, version);
  const prefix = stretchesPrefix(assetId);
  const offerer = { assetId, version: null, claimant: version, prefix };
  try {
    await mkdir(folder, { recursive: true });
    const sources = await fetchSources(ctx, order, folder, run.signal);
    const result = await transcode(
      {
        tools: installedTools(),
        folder,
        cacheFolder: clipFolder(ctx),
        stretches: {
          ...storedStretches(ctx.ports.storage, prefix, run.signal, (work) =>
            whileAway(ctx, run.signal, isStoreAway, work),
          ),
          offer: (offer) => offerStretches(ctx, offerer, offer, run.signal),
        },
        rateFactors: storedRateFactors(ctx, assetId, run.signal),
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
    const isSuperseded = error instanceof AttemptSuperseded;
    const failure = isSuperseded
      ? { reason: "superseded", detail: null, isAway: false }
      : describeFailure(error);
    const isMissing = isSourceMissing(error);
    const mayReturn = isMissing && mayComeBack(ctx, begun.requestedAt);
    const ending: Ending =
      error instanceof SourceRefused
        ? "refused"
        : run.signal.aborted || failure.isAway || mayReturn || isSuperseded
          ? "stopped"
          : isMissing
            ? "given_up"
            : "failed";
    const { isReplaced, retryAfterMs } = await whileAway(ctx, run.signal, isDatabaseUnavailable, () =>
      endBadly(ctx, { assetId, version, ending, failure }),
    );
    // A refused source would be refused again, and a newer order has a job of its own: this one is done.
    if (ending === "refused" || isSuperseded || isReplaced) return;
    if (mayReturn) throw new JobPostponed(error, missingAgainMs);
    if (failure.isAway) throw new JobPostponed(error);
    throw ending === "stopped" ? error : new JobFailed(error, retryAfterMs);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await discardStretches(ctx, assetId);
  }
}

/**
 * Reopens an order that has failed, with a fresh count of attempts: staff retry its job.
 * @throws JobFailed for an upload whose source is deleted
 */
async function reopen(ctx: Ctx, order: TranscodeOrder): Promise<void> {
  await ctx.transact(async (tx) => {
    const asset = await lockAssetRow(tx.db, order.assetId);
    if (!asset?.hasFailed || !isSameOrder(asset.order, order)) return;
    if (canOnlyUploadAgain(asset.errorReason))
      throw new JobFailed("The source of this video is deleted. Its owner must upload it again.", null);
    await saveUploadRetried(tx.db, order.assetId);
    await saveAssetOrdered(tx.db, order.assetId, order, tx.clock.now());
    tx.signal(assetTopic(order.assetId));
  });
}

/**
 * Claims the asset for this attempt, and cleans up after earlier ones.
 * @returns when the order was placed; null if there is nothing to do, as for an order that a newer one has replaced
 * @throws JobPostponed, JobFailed after several workers were lost, which this order may be too large for
 */
async function beginAttempt(
  ctx: Ctx,
  order: TranscodeOrder,
  version: string,
): Promise<{ readonly requestedAt: Date | null } | null> {
  const { assetId } = order;
  const begun = await ctx.transact(async (tx) => {
    const asset = await lockAssetRow(tx.db, assetId);
    if (!asset?.isPending || !isSameOrder(asset.order, order)) return null;
    const { attempts, requestedAt } = asset;
    const left = await supersedeAttempts(tx.db, assetId, tx.clock.now());
    // A first lost worker is replaced at once.
    const waitMs = attempts > 1 && left.length > 0 ? waitAfter(attempts) : 0;
    const isOver = attempts >= maxTranscodeAttempts;
    if (isOver) await failAsset(tx, assetId, "worker_lost");
    else if (waitMs === 0) await insertAttempt(tx.db, { assetId, version, now: tx.clock.now() });
    return { left, waitMs, isOver, requestedAt };
  });
  if (!begun) return null;
  for (const old of begun.left) await discardVersion(ctx, assetId, old);
  if (begun.isOver) {
    await discardStretches(ctx, assetId);
    throw new JobFailed(workerLost, null);
  }
  if (begun.waitMs) throw new JobPostponed(workerLost, begun.waitMs);
  return begun;
}

const workerLost = "The worker that processed the video was lost";

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
    if (order.origin === "studio" && tx.config.mediaAv1) await requestAv1(tx, assetId, version);
    if (result.beat) await requestSoundAnalysis(tx, assetId, version);
    await tx.publish(assetAvailable, { assetId, durationMs, cut: order.cut ?? null, version });
    return true;
  };
  const isSeen = await whileAway(ctx, signal, isDatabaseUnavailable, () => ctx.transact(save));
  if (!isSeen) await ctx.ports.storage.deletePrefix(versionPrefix(assetId, version));
}

/** `stopped` isn't counted: by a shutdown, or while something of ours is away. */
type Ending = "refused" | "stopped" | "failed" | "given_up";

interface BadEnding {
  /** A newer order came while this one was carried out. */
  readonly isReplaced: boolean;
  /** Until the next attempt, milliseconds; null: there is none. */
  readonly retryAfterMs: number | null;
}

async function endBadly(
  ctx: Ctx,
  attempt: { assetId: string; version: string; ending: Ending; failure: Failure },
): Promise<BadEnding> {
  const { assetId, version, ending, failure } = attempt;
  const { reason, detail } = failure;
  const state = ending === "stopped" ? "stopped" : "failed";
  return ctx.transact(async (tx) => {
    const ended = await endAttempt(tx.db, { version, state, reason, detail, now: tx.clock.now() });
    const isReplaced = ended?.isOutdated ?? false;
    if (!ended || isReplaced || ending === "stopped") return { isReplaced, retryAfterMs: null };
    const retryAfterMs = ending === "failed" ? waitAfter(ended.attempts) : null;
    if (retryAfterMs === null) await failAsset(tx, assetId, reason);
    return { isReplaced, retryAfterMs };
  });
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
      // Staff can retry it, also where the job itself was lost.
      await enqueueTranscode(tx, transcodeOrder.parse(order), {});
      await failJob(tx.db, transcodeKey(id), workerLost);
      return superseded;
    });
    for (const version of left) await discardVersion(ctx, id, version);
    await discardStretches(ctx, id);
  }
}
