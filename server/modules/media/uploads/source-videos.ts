import type { AngleKey } from "../../../../contract/angles.ts";
import type { Tx } from "../../../ctx.ts";
import { studioLimits } from "../pipeline/probe.ts";
import { deleteAssetRow, insertAsset } from "../store.ts";
import type { TranscodeOrder } from "../order.ts";
import { insertUpload, saveUploadEnded, saveUploadReopened } from "./store.ts";
import { requestTranscode } from "../transcodes/job.ts";
import { checkFileName, checkSize } from "./limits.ts";
import { dropUploadJob } from "./uploads.ts";

/** Delay before a replaced file is deleted: a transcode may still read it. Milliseconds. */
const replacedRetentionMs = 24 * 60 * 60 * 1000;

/** A source video that an editor is about to upload. */
export interface NewSourceVideo {
  readonly sourceVideoId: string;
  readonly personId: string;
  readonly classId: string;
  readonly fileName: string;
  readonly sizeInBytes: number;
}

/**
 * Registers the upload of a source video for a class. `media.film_ready` follows once it may be decoded,
 * `media.asset_failed` if it is refused. The file is stored until `deleteSourceVideoFile`.
 * @throws BadInput, UploadLimit
 */
export async function openSourceVideo(tx: Tx, sourceVideo: NewSourceVideo): Promise<void> {
  checkSize(sourceVideo.sizeInBytes, studioLimits.maxBytes);
  await insertAsset(tx.db, {
    id: sourceVideo.sourceVideoId,
    ownerKind: "film",
    ownerId: sourceVideo.classId,
  });
  await insertUpload(tx.db, {
    assetId: sourceVideo.sourceVideoId,
    purpose: "film",
    personId: sourceVideo.personId,
    fileName: checkFileName(sourceVideo.fileName),
    sizeBytes: sourceVideo.sizeInBytes,
    trimStartMs: null,
    trimEndMs: null,
    coverAtMs: null,
    isInStore: tx.config.s3 !== null,
    now: tx.clock.now(),
  });
}

/**
 * Discards a source video, and deletes its file after a delay for running transcodes. Does nothing if there is none.
 * @param retentionMs how long the file stays for `retainSourceVideoFile`
 */
export async function deleteSourceVideoFile(
  tx: Tx,
  sourceVideoId: string,
  retentionMs = replacedRetentionMs,
): Promise<void> {
  const now = tx.clock.now();
  await saveUploadEnded(tx.db, sourceVideoId, now);
  await deleteAssetRow(tx.db, sourceVideoId);
  await tx.enqueue(
    dropUploadJob,
    { assetId: sourceVideoId },
    { key: `drop-film-${sourceVideoId}`, runAt: new Date(now.getTime() + retentionMs) },
  );
}

/** Keeps the file of a discarded source video that is used again: the job that would delete it finds it in use. */
export const retainSourceVideoFile = (tx: Tx, sourceVideoId: string): Promise<void> =>
  saveUploadReopened(tx.db, sourceVideoId);

/** Deletes captions that an earlier release wrote to files for a class's transcode. Does nothing if there are none. */
export function dropSources(tx: Tx, assetId: string): Promise<void> {
  return tx.enqueue(dropUploadJob, { assetId });
}

/** Captions as stored with a class. */
export interface CaptionText {
  /** BCP 47, lower case. */
  readonly language: string;
  readonly label: string;
  /** WebVTT. */
  readonly content: string;
}

/** A source video to transcode, and the part of it to use. */
export interface UsedSourceVideo {
  readonly sourceVideoId: string;
  /** In its own time, milliseconds; null: to its start or end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** How much faster its clock runs than that of the main angle, parts per million. */
  readonly driftPpm: number;
}

/** Enqueues the transcode of ready source videos to the asset of their class, replacing its previous sources. */
export async function transcodeSourceVideos(
  tx: Tx,
  order: {
    readonly assetId: string;
    /** Of each angle, in the order of the player's buttons. */
    readonly angles: readonly {
      readonly key: AngleKey;
      readonly source: UsedSourceVideo;
      /** Source video of its upright version. */
      readonly upright: UsedSourceVideo | null;
    }[];
    readonly captions: TranscodeOrder["captions"];
  },
): Promise<void> {
  const sourceFor = ({ sourceVideoId, ...part }: UsedSourceVideo) => ({
    kind: "upload" as const,
    uploadId: sourceVideoId,
    ...part,
  });
  const { sourceVideoId, fromMs } = order.angles[0]!.source;
  await requestTranscode(
    tx,
    {
      assetId: order.assetId,
      angles: order.angles.map(({ key, source, upright }) => ({
        key,
        source: sourceFor(source),
        upright: upright ? sourceFor(upright) : null,
      })),
      cut: { sourceVideoId, fromMs: fromMs ?? 0 },
      captions: order.captions,
      origin: "studio",
    },
    // An editor waits for it, as a member does for an upload.
    { priority: 2 },
  );
}
