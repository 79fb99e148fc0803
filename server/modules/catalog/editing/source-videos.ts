import { randomUUID } from "node:crypto";
import { mainAngle } from "../../../../contract/angles.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { RefusalReason } from "../../../../contract/video-refusals.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { assetLoader, assetTopic, moveTrailer, openSourceVideo, uploadTicket } from "../../media/index.ts";
import type { VideoCut } from "../../media/index.ts";
import { classMoved } from "../events.ts";
import { change, editedClass, refusePublished, requireClassEditor } from "./classes.ts";
import { proposedCounts } from "../beat/beat.ts";
import { saveCaptionsMoved } from "../captions/store-captions.ts";
import { findEdited, lockClass } from "./store.ts";
import { fitParts } from "./fit-parts.ts";
import { createPicture } from "./poster.ts";
import { retireSourceVideo } from "./replaced-videos.ts";
import { deleteSourceVideoRow, saveSourceVideo, saveSourceVideoSettled } from "./store-source-videos.ts";
import type { UploadResult } from "./store-source-videos.ts";
import type { EditedClass } from "./store.ts";
import { saveMade, saveTrim } from "./store-sources.ts";
import type { SourceVideoRow } from "./store-sources.ts";
import { saveClassParts } from "./store-parts.ts";
import { movedBy, movedTrim, moveGrid } from "./stretch.ts";
import { transcodeWhenReady } from "./transcoding.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const notUpright: RefusalReason = "not_upright";
/**
 * A new source video within this many milliseconds of the old length is taken for the same dance: its beat
 * grid stays.
 */
const sameLengthMs = 60;

/** Upload ticket for a source video. */
export interface SourceVideoTicket {
  readonly class: EditedClass;
  readonly sourceVideoId: string;
  readonly tusUrl: string;
  readonly ticket: string;
}

/**
 * Starts the upload of a source video; once complete, it replaces the one before. The published video plays
 * until the new one is transcoded.
 * @param given.isUpright whether it is the upright version of its angle
 * @param begin more to do in the same transaction, with the class as it was before
 * @throws BadInput, UploadLimit, NotFound, Unauthenticated
 */
export async function startSourceVideo(
  ctx: Ctx,
  given: {
    classId: string;
    angle: SourceVideoRow["angle"];
    isUpright: boolean;
    fileName: string;
    sizeInBytes: number;
  },
  begin?: (tx: Tx, sourceVideoId: string, found: EditedClass) => Promise<void>,
): Promise<SourceVideoTicket> {
  const { accountId } = await requireClassEditor(ctx);
  const { id } = await editedClass(ctx, given.classId);
  const sourceVideoId = randomUUID();
  const { angle, isUpright, fileName, sizeInBytes } = given;
  await change(ctx, id, async (tx, found) => {
    if (angle !== mainAngle && !found.sourceVideos.some((sourceVideo) => sourceVideo.angle === mainAngle))
      throw new BadInput("angle", msg("Upload the front video first. The other views use its audio."));
    if (isUpright && !found.sourceVideos.some((sourceVideo) => sourceVideo.angle === angle))
      throw new BadInput("angle", msg("Upload this view first, then its upright version."));
    await begin?.(tx, sourceVideoId, found);
    await openSourceVideo(tx, { sourceVideoId, personId: accountId, classId: id, fileName, sizeInBytes });
    const saved = { id, angle, sourceVideoId, fileName, sizeBytes: sizeInBytes };
    await saveSourceVideo(tx.db, saved, isUpright);
    for (const sourceVideo of isUpright ? found.uprightVideos : found.sourceVideos)
      if (sourceVideo.angle === angle) await retireSourceVideo(tx, id, sourceVideo, isUpright);
    await recordAuditEntry(tx, {
      action: "catalog.film_sent",
      subject: `class:${id}`,
      details: { angle, ...(isUpright && { isUpright }), sizeInBytes },
    });
  });
  return { class: await editedClass(ctx, id), sourceVideoId, ...uploadTicket(ctx, sourceVideoId) };
}

/** A new ticket for an incomplete upload, such as after a reload. @throws Forbidden, NotFound, Unauthenticated */
export async function resumeSourceVideo(
  ctx: Ctx,
  classId: string,
  sourceVideoId: string,
): Promise<SourceVideoTicket> {
  const found = await editedClass(ctx, classId);
  refusePublished(await requireClassEditor(ctx), found);
  if (
    ![...found.sourceVideos, ...found.uprightVideos].some(
      (sourceVideo) => sourceVideo.sourceVideoId === sourceVideoId && sourceVideo.state === "sending",
    )
  )
    throw new NotFound("film");
  return { class: found, sourceVideoId, ...uploadTicket(ctx, sourceVideoId) };
}

/**
 * Removes an angle other than the first, or only its upright version. Idempotent.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function removeSourceVideo(
  ctx: Ctx,
  classId: string,
  { angle: removed, isUpright }: { angle: AngleKey; isUpright: boolean },
): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  if (removed === mainAngle && !isUpright)
    throw new BadInput("angle", msg("This view has the sound. Upload a different file instead."));
  await change(ctx, id, async (tx, found) => {
    const isOfView = ({ angle }: SourceVideoRow) => angle === removed;
    const uprights = found.uprightVideos.filter(isOfView);
    const sourceVideos = [...(isUpright ? [] : found.sourceVideos.filter(isOfView)), ...uprights];
    if (sourceVideos.length === 0) return;
    for (const sourceVideo of sourceVideos) {
      await deleteSourceVideoRow(tx.db, sourceVideo.sourceVideoId);
      await retireSourceVideo(tx, id, sourceVideo, uprights.includes(sourceVideo));
    }
    const isUnused =
      isUpright && sourceVideos.every((one) => one.state !== "ready") && !plays(found, removed);
    if (!isUnused) await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.film_removed",
      subject: `class:${id}`,
      details: { angle: removed, ...(isUpright && { isUpright }) },
    });
  });
  return editedClass(ctx, id);
}

/**
 * Handles a completed upload; the last angle of a class, or an upright version, starts its transcode. Idempotent.
 * @param video.isUpright whether it is taller than wide; null: unknown. An upright version that isn't is refused.
 * @param video.durationMs null: unknown
 */
export async function onSourceVideoReady(
  ctx: Ctx,
  sourceVideoId: string,
  { isUpright, durationMs }: { readonly isUpright: boolean | null; readonly durationMs: number | null },
): Promise<void> {
  const result = { refusal: null, uprightRefusal: isUpright === false ? notUpright : null, durationMs };
  await settle(ctx, sourceVideoId, result);
}

/**
 * Saves why a source video was rejected, shown until another is uploaded.
 * @param reason of the media pipeline
 */
export async function onSourceVideoRefused(ctx: Ctx, sourceVideoId: string, reason: string): Promise<void> {
  await settle(ctx, sourceVideoId, { refusal: reason, uprightRefusal: reason, durationMs: null });
}

/**
 * Removes a source video whose upload expired, and the upright version of its angle; the class's other source videos
 * stop waiting for it.
 */
export async function onSourceVideoAbandoned(ctx: Ctx, sourceVideoId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const deleted = await deleteSourceVideoRow(tx.db, sourceVideoId);
    if (!deleted) return;
    const { id, upright } = deleted;
    const found = (await lockClass(tx.db, id)) ? await findEdited(tx.db, id) : null;
    if (!found) return;
    for (const video of found.uprightVideos) {
      if (found.sourceVideos.some((one) => one.angle === video.angle)) continue;
      await deleteSourceVideoRow(tx.db, video.sourceVideoId);
      await retireSourceVideo(tx, id, video, true);
    }
    if (upright === null || plays(found, upright)) await transcodeWhenReady(tx, id);
    tx.signal(assetTopic(id));
  });
}

async function settle(ctx: Ctx, sourceVideoId: string, result: UploadResult): Promise<void> {
  await ctx.transact(async (tx) => {
    const settled = await saveSourceVideoSettled(tx.db, sourceVideoId, result);
    if (!settled) return;
    if (settled.isReady) await transcodeWhenReady(tx, settled.id);
    tx.signal(assetTopic(settled.id));
  });
}

/** Whether players have an upright version of an angle, or may get one from a transcode that is under way. */
function plays({ asset }: EditedClass, angle: AngleKey): boolean {
  return asset !== null && (asset.uprightAngles.includes(angle) || asset.percent < 100);
}

/**
 * Saves length and image from a completed transcode. Parts, counts, a trim and the trailer move with the sound; without a comparison,
 * counts stay if the length is the same. Parts that don't fit are kept without a place. Idempotent; a version that another one has replaced changes nothing.
 * @param made.cut what the video was cut from; null: a video that no editor uploaded
 * @param made.version null: of an event of the previous release
 */
export async function onTranscodeCompleted(
  ctx: Ctx,
  assetId: string,
  made: { readonly durationMs: number; readonly cut: VideoCut | null; readonly version: string | null },
): Promise<void> {
  const { durationMs, cut, version } = made;
  const before = await findEdited(ctx.db, assetId);
  if (!before) return;
  // The demo's classes are made without source videos.
  if (before.sourceVideos.length === 0)
    return ctx.transact((tx) => moveTrailer(tx, assetId, { byMs: 0, durationMs }));
  const poster = before.poster ?? (await assetLoader(ctx).load(assetId))?.poster;
  const { posterX: x, posterY: y, portrait } = before;
  const crops = { focus: { x, y }, portrait };
  const picture = (poster && (await createPicture(ctx, poster, crops))) || before.picture;
  await ctx.transact(async (tx) => {
    const found = (await lockClass(tx.db, assetId)) ? await findEdited(tx.db, assetId) : null;
    if (!found || (version !== null && found.asset?.version !== version)) return;
    const byMs = movedBy(found, cut);
    const isSame = found.durationMs !== null && Math.abs(found.durationMs - durationMs) <= sameLengthMs;
    const isKnown = byMs !== null || isSame;
    const moved = isKnown ? moveGrid(found, byMs ?? 0, durationMs) : null;
    // In one transaction: a scheduled class isn't published before its counts are known, and whether they are to be heard.
    const counts =
      moved && moved.beatGrid.length > 0
        ? { beatGrid: moved.beatGrid, certainty: found.countsCertainty }
        : await proposedCounts(tx, assetId);
    const { beatGrid } = counts;
    const { cut: before } = found;
    if (before && cut && byMs !== null)
      await saveCaptionsMoved(tx.db, assetId, before, cut.sourceVideoId, byMs - before.fromMs + cut.fromMs);
    const trim = movedTrim(found, cut);
    if (trim) await saveTrim(tx.db, assetId, trim);
    await saveMade(tx.db, {
      id: assetId,
      durationMs,
      picture,
      counts,
      cut,
      beatGridOutside: moved?.beatGridOutside ?? [],
    });
    await saveClassParts(tx.db, assetId, fitParts(found, { byMs: byMs ?? 0, durationMs, beatGrid }));
    await moveTrailer(tx, assetId, { byMs: byMs ?? 0, durationMs });
    if (byMs || (found.durationMs !== null && found.durationMs !== durationMs))
      await tx.publish(classMoved, { classId: assetId, byMs: byMs ?? 0, durationMs, removedParts: 0 });
    tx.signal(assetTopic(assetId));
  });
}
