import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { mainAngle } from "../../../../contract/angles.ts";
import { canOnlyUploadAgain, sourceExpired } from "../../../../contract/video-refusals.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { defineReaction } from "../../../platform/events.ts";
import { defineJob, JobFailed } from "../../../platform/jobs/job.ts";
import { NoUnfinishedObject } from "../../../platform/storage.ts";
import { personRemoved } from "../../identity/events.ts";
import { assetAvailable, assetFailed, sourceVideoReady, uploadAbandoned } from "../events.ts";
import { deleteAssetWithFiles } from "../files-job.ts";
import { deleteFingerprint } from "../alignment/store.ts";
import { uploadLimits } from "../pipeline/probe.ts";
import { deleteAssetRow, insertAsset } from "../store.ts";
import { abortOrphans, dropStored, finishParts, uploadFolder, uploadPath } from "./source-files.ts";
import {
  deleteOldUploads,
  findUpload,
  findUploadUse,
  insertUpload,
  listAssetsOf,
  listFailedUploads,
  listUninspected,
  listUnreceived,
  lockUploads,
  moveUploads,
  saveUploadEnded,
  saveUploadFailed,
  saveUploadInspected,
  saveUploadReceived,
  touchUpload,
} from "./store.ts";
import type { UploadRow } from "./store.ts";
import { inspectUpload } from "./inspection.ts";
import { assetTopic } from "../topics.ts";
import { failAsset } from "../transcodes/failures.ts";
import { requestTranscode } from "../transcodes/job.ts";
import { checkFileName, checkSize, checkUse } from "./limits.ts";
import type { UploadQuota } from "./limits.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";

export type { UploadRow } from "./store.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** How long an upload may be inactive before it is abandoned. */
const abandonedMs = dayMs;
/** Time after its last byte by which an upload must have been inspected. */
const inspectedWithinMs = 60_000;
/** How long the file of a member's video stays that we couldn't process. */
const failedRetentionMs = 14 * dayMs;

/** A member's request to upload a video. */
export interface NewUpload {
  readonly assetId: string;
  readonly personId: string;
  readonly fileName: string;
  readonly sizeInBytes: number;
  /** Trim range and cover position; milliseconds of the source. */
  readonly trimStartMs: number | null;
  readonly trimEndMs: number | null;
  readonly coverAtMs: number | null;
  readonly quota: UploadQuota;
}

/**
 * Creates the asset of a video that a member is about to upload.
 * @throws UploadLimit, BadInput
 */
export async function openUpload(tx: Tx, upload: NewUpload): Promise<void> {
  const { assetId, personId, sizeInBytes, trimStartMs, trimEndMs, coverAtMs } = upload;
  checkSize(sizeInBytes);
  const fileName = checkFileName(upload.fileName);
  if (
    [trimStartMs, trimEndMs, coverAtMs].some(
      (at) => at !== null && (at < 0 || at > uploadLimits.maxSeconds * 1000),
    )
  )
    throw new BadInput("trimStartMs", inEnglish("Must be milliseconds from the start of the video."));
  if (trimEndMs !== null && trimEndMs <= (trimStartMs ?? 0))
    throw new BadInput("trimEndMs", msg("Choose an end after the start."));
  const now = tx.clock.now();
  await lockUploads(tx.db, personId);
  checkUse(await findUploadUse(tx.db, personId, new Date(now.getTime() - dayMs)), sizeInBytes, upload.quota);
  await insertAsset(tx.db, { id: assetId, ownerKind: "upload", ownerId: personId });
  await insertUpload(tx.db, {
    assetId,
    purpose: "video",
    personId,
    fileName,
    sizeBytes: sizeInBytes,
    trimStartMs,
    trimEndMs,
    coverAtMs,
    isInStore: tx.config.s3 !== null,
    now,
  });
}

/** An upload that still accepts bytes, or has just received its last; null for any other. */
async function findOpenUpload(ctx: Ctx, assetId: string): Promise<UploadRow | null> {
  const upload = await findUpload(ctx.db, assetId);
  return upload && upload.endedAt === null ? upload : null;
}

/** An upload, including one that ended a few days ago. */
export const findAnyUpload = (ctx: Ctx, assetId: string): Promise<UploadRow | null> =>
  findUpload(ctx.db, assetId);

/** Who sends the bytes of an upload that accepts them; null for any other. */
export const uploaderOf = async (ctx: Ctx, assetId: string): Promise<string | null> =>
  (await findOpenUpload(ctx, assetId))?.personId ?? null;

/** Records that a request sends bytes of an upload, which then isn't abandoned for another day. */
export const noteActivity = (ctx: Ctx, assetId: string): Promise<void> =>
  touchUpload(ctx.db, assetId, ctx.clock.now());

/** Records the last byte and enqueues the inspection. Idempotent. */
export async function receiveUpload(ctx: Ctx, assetId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    if (!(await saveUploadReceived(tx.db, assetId, tx.clock.now()))) return;
    tx.signal(assetTopic(assetId));
    await orderInspection(tx, assetId);
  });
}

function orderInspection(tx: Tx, assetId: string): Promise<void> {
  // Before transcodes and in a queue of its own: a file that should not have been uploaded is refused at once.
  return tx.enqueue(inspectJob, { assetId }, { key: `inspect-${assetId}`, priority: -30 });
}

/** Inspects an upload before anything is decoded. Its ten attempts take three hours. */
export const inspectJob = defineJob({
  name: "media.inspect_upload",
  schema: z.object({ assetId: z.uuid() }),
  maxAttempts: 10,
  run: async (ctx: Ctx, { assetId }, run) => {
    const upload = await findOpenUpload(ctx, assetId);
    if (!upload) return;
    const { refusal, failure, isUpright, durationMs, tags } = await inspectUpload(ctx, upload, run);
    if (failure) {
      await ctx.transact((tx) => failAsset(tx, assetId, failure.reason));
      throw new JobFailed(failure.error, null);
    }
    await ctx.transact(async (tx) => {
      if (refusal) {
        await failAsset(tx, assetId, refusal);
        return;
      }
      if (!(await saveUploadInspected(tx.db, assetId, tx.clock.now()))) return;
      if (upload.purpose === "film") {
        tx.signal(assetTopic(assetId));
        await tx.publish(sourceVideoReady, { filmId: assetId, isUpright, durationMs, tags });
        return;
      }
      const { trimStartMs, trimEndMs, coverAtMs } = upload;
      await requestTranscode(
        tx,
        {
          assetId,
          angles: [
            {
              key: mainAngle,
              source: { kind: "upload", uploadId: assetId, fromMs: trimStartMs, toMs: trimEndMs },
            },
          ],
          captions: [],
          origin: "upload",
          posterAtMs: coverAtMs === null ? null : Math.max(0, coverAtMs - (trimStartMs ?? 0)),
        },
        { priority: 3 },
      );
    });
  },
});

/** Deletes the file of an ended upload and its companions: tus metadata, captions. */
export const dropUploadJob = defineJob({
  name: "media.drop_upload",
  schema: z.object({ assetId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx: Ctx, { assetId }) => {
    const upload = await findUpload(ctx.db, assetId);
    // A source video that was discarded, and then used again.
    if (upload?.purpose === "film" && upload.endedAt === null) return;
    if (ctx.ports.storage.multipart) await dropStored(ctx, assetId);
    await deleteFingerprint(ctx.db, assetId);
    await rm(uploadPath(ctx, assetId), { force: true });
    for (const name of await namesIn(uploadFolder(ctx)))
      if (name.startsWith(`${assetId}.`)) await rm(join(uploadFolder(ctx), name), { force: true });
  },
});

/**
 * Ends an upload whose asset is published, refused or deleted, and schedules deletion of its file. Does nothing if
 * there is none.
 */
export async function endUpload(tx: Tx, assetId: string): Promise<void> {
  if (await saveUploadEnded(tx.db, assetId, tx.clock.now())) await tx.enqueue(dropUploadJob, { assetId });
}

/** Transfers the uploads of one person to another. Idempotent. */
export const mergeUploads = (tx: Tx, people: { from: string; into: string }): Promise<void> =>
  moveUploads(tx.db, people);

export const uploadReactions = [
  defineReaction("media.delete_uploads_of_removed", personRemoved, async (ctx, { personId }) => {
    const assetIds = await listAssetsOf(ctx.db, personId);
    await ctx.transact(async (tx) => {
      for (const assetId of assetIds) {
        await tx.enqueue(dropUploadJob, { assetId });
        await deleteAssetWithFiles(tx, assetId);
      }
    });
  }),
  defineReaction("media.end_published_upload", assetAvailable, (ctx, { assetId }) =>
    ctx.transact((tx) => endUpload(tx, assetId)),
  ),
  defineReaction("media.end_failed_upload", assetFailed, (ctx, { assetId, reason }) =>
    ctx.transact((tx) =>
      // Servers of the previous release publish it for failures of ours as well.
      canOnlyUploadAgain(reason) ? endUpload(tx, assetId) : saveUploadFailed(tx.db, assetId, tx.clock.now()),
    ),
  ),
];

/** Recovers uploads whose completion or inspection was lost with a server. */
export async function rescueUploads(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - inspectedWithinMs);
  for (const assetId of await listUninspected(ctx.db, before))
    await ctx.transact((tx) => orderInspection(tx, assetId));
  for (const upload of await listUnreceived(ctx.db))
    if (await hasAllBytes(ctx, upload)) await receiveUpload(ctx, upload.assetId);
}

async function hasAllBytes(ctx: Ctx, upload: UploadRow): Promise<boolean> {
  if (!upload.isInStore)
    return (await statOrNull(uploadPath(ctx, upload.assetId)))?.size === upload.sizeBytes;
  try {
    return await finishParts(ctx, upload);
  } catch (error) {
    // The client's next request starts it over.
    if (!(error instanceof NoUnfinishedObject)) throw error;
    ctx.log.warn({ err: error, assetId: upload.assetId }, "The parts of an upload could not be joined");
    return false;
  }
}

/**
 * Ends uploads that received no bytes for a day, and those that we couldn't process for two weeks. Deletes what the store has of
 * them.
 */
export async function purgeAbandoned(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const { assetId, personId, activeAt } of await listUnreceived(ctx.db)) {
    if (now - activeAt.getTime() < abandonedMs) continue;
    await ctx.transact(async (tx) => {
      await endUpload(tx, assetId);
      if (await deleteAssetRow(tx.db, assetId)) await tx.publish(uploadAbandoned, { assetId, personId });
    });
  }
  for (const assetId of await listFailedUploads(ctx.db, new Date(now - failedRetentionMs)))
    await ctx.transact((tx) => failAsset(tx, assetId, sourceExpired));
  await abortOrphans(ctx);
  await deleteOldUploads(ctx.db, new Date(now - 2 * dayMs), new Date(now - 32 * dayMs));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

async function statOrNull(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
