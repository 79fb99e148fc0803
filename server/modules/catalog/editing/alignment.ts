import { mainAngle } from "../../../../contract/angles.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { assetTopic, onsetsOfSourceVideo, sureConfidence } from "../../media/index.ts";
import type { OnsetExcerpt } from "../../media/index.ts";
import { change, editedClass } from "./classes.ts";
import { findEdited, lockClass } from "./store.ts";
import type { EditedClass } from "./store.ts";
import {
  saveAlignment,
  saveAlignmentFailed,
  saveMainDuration,
  saveOffset,
  saveReplaced,
  saveTrim,
} from "./store-sources.ts";
import type { FoundAlignment, SourceVideoRow } from "./store-sources.ts";
import { isSure } from "./stretch.ts";
import { transcodeWhenReady } from "./transcoding.ts";

/** The furthest apart that two views may start. Milliseconds. */
const maxOffsetMs = 10 * 60_000;
/** The shortest class. Milliseconds. */
const minTrimmedMs = 5_000;
/** The longest excerpt of a sound. Milliseconds. */
const maxExcerptMs = 20_000;

/** Comparisons of source videos with the main one of their class. */
export interface Alignments {
  readonly classId: string;
  readonly mainId: string;
  readonly mainDurationMs: number | null;
  readonly alignments: readonly Omit<FoundAlignment, "alignedTo">[];
}

/** Saves where source videos lie beside the main one, and transcodes them. Idempotent; ignores a replaced main video. */
export async function onSourceVideosAligned(ctx: Ctx, aligned: Alignments): Promise<void> {
  const { classId, mainId, mainDurationMs, alignments } = aligned;
  await ctx.transact(async (tx) => {
    const found = (await lockClass(tx.db, classId)) ? await findEdited(tx.db, classId) : null;
    if (!found || mainOf(found)?.sourceVideoId !== mainId) return;
    if (mainDurationMs !== null) await saveMainDuration(tx.db, mainId, mainDurationMs);
    for (const one of alignments) {
      await saveAlignment(tx.db, { ...one, alignedTo: mainId });
      if (one.sourceVideoId !== found.cut?.sourceVideoId) continue;
      const offsetMs = one.confidence >= sureConfidence ? one.offsetMs : null;
      await saveReplaced(tx.db, classId, { alignedTo: mainId, offsetMs });
    }
    await transcodeWhenReady(tx, classId);
    tx.signal(assetTopic(classId));
  });
}

/**
 * Shows editors that the sound of views could not be compared. Without such views, what is left is transcoded: parts and
 * counts of the published video then stay where they are. Idempotent; ignores a replaced main video.
 */
export async function onAlignmentFailed(
  ctx: Ctx,
  failed: { readonly classId: string; readonly mainId: string; readonly sourceVideoIds: readonly string[] },
): Promise<void> {
  const { classId, mainId, sourceVideoIds } = failed;
  await ctx.transact(async (tx) => {
    const found = (await lockClass(tx.db, classId)) ? await findEdited(tx.db, classId) : null;
    if (!found || mainOf(found)?.sourceVideoId !== mainId) return;
    const views = [...found.sourceVideos, ...found.uprightVideos].filter(
      ({ sourceVideoId, alignedTo }) => sourceVideoIds.includes(sourceVideoId) && alignedTo !== mainId,
    );
    await saveAlignmentFailed(
      tx.db,
      views.map((view) => view.sourceVideoId),
      true,
    );
    const { cut } = found;
    if (cut && sourceVideoIds.includes(cut.sourceVideoId))
      await saveReplaced(tx.db, classId, { alignedTo: mainId, offsetMs: null });
    if (views.length === 0) await transcodeWhenReady(tx, classId);
    tx.signal(assetTopic(classId));
  });
}

const mainOf = ({ sourceVideos }: EditedClass): SourceVideoRow | undefined =>
  sourceVideos.find(({ angle }) => angle === mainAngle);

/**
 * Sets when a view starts beside the main one, and transcodes the class again.
 * @param given.offsetMs milliseconds after the main view; null: as its sound says
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function alignSourceVideo(
  ctx: Ctx,
  classId: string,
  given: { readonly angle: AngleKey; readonly isUpright: boolean; readonly offsetMs: number | null },
): Promise<EditedClass> {
  const { angle, isUpright, offsetMs } = given;
  if (angle === mainAngle && !isUpright)
    throw new BadInput("angle", msg("The other views are placed beside this one."));
  if (offsetMs !== null && Math.abs(offsetMs) > maxOffsetMs)
    throw new BadInput("offsetInMs", msg("Views can start up to ten minutes apart."));
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const view = (isUpright ? found.uprightVideos : found.sourceVideos).find((one) => one.angle === angle);
    const main = mainOf(found);
    if (!view || !main) throw new NotFound("film");
    await saveOffset(tx.db, {
      sourceVideoId: view.sourceVideoId,
      alignedTo: offsetMs === null ? null : main.sourceVideoId,
      offsetMs: offsetMs ?? 0,
      // Beside a start that was a guess, the drift is one as well.
      driftPpm: view.alignedTo === main.sourceVideoId && isSure(view) ? view.driftPpm : 0,
    });
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.view_aligned",
      subject: `class:${id}`,
      details: { angle, ...(isUpright && { isUpright }), offsetMs },
    });
  });
  return editedClass(ctx, id);
}

/**
 * Sets which stretch of the main source video a class plays, and transcodes it again. Parts and counts move along.
 * @param given positions in the main source video, milliseconds; null: its start or end
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function trimClass(
  ctx: Ctx,
  classId: string,
  given: { readonly fromMs: number | null; readonly toMs: number | null },
): Promise<EditedClass> {
  const { fromMs, toMs } = given;
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const main = mainOf(found);
    if (!main) throw new BadInput("fromMs", msg("Upload the front video first."));
    // Source videos of earlier releases have no length, and are published whole.
    checkTrim(given, main.durationMs ?? (found.trim ? null : found.durationMs));
    checkPartsLeft(found, main.sourceVideoId, given);
    await saveTrim(tx.db, id, { sourceVideoId: main.sourceVideoId, fromMs, toMs });
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.class_trimmed",
      subject: `class:${id}`,
      details: { fromMs, toMs },
    });
  });
  return editedClass(ctx, id);
}

/** @param durationMs of the video; null: unknown. @throws BadInput */
function checkTrim(
  { fromMs, toMs }: { readonly fromMs: number | null; readonly toMs: number | null },
  durationMs: number | null,
): void {
  const end = durationMs ?? Infinity;
  if (fromMs !== null && (fromMs < 0 || fromMs >= end))
    throw new BadInput("fromMs", msg("Choose a start within the video."));
  if (toMs !== null && (toMs <= 0 || toMs > end))
    throw new BadInput("toMs", msg("Choose an end within the video."));
  if ((toMs ?? end) - (fromMs ?? 0) < minTrimmedMs)
    throw new BadInput("toMs", msg("Leave at least five seconds of the class."));
}

/** Refuses a trim that would cut off every part of a class. @throws BadInput */
function checkPartsLeft(
  { parts, cut }: Pick<EditedClass, "parts" | "cut">,
  mainId: string,
  { fromMs, toMs }: { readonly fromMs: number | null; readonly toMs: number | null },
): void {
  if (parts.length === 0 || cut?.sourceVideoId !== mainId) return;
  const [start, end] = [(fromMs ?? 0) - cut.fromMs, (toMs ?? Infinity) - cut.fromMs];
  if (!parts.some(({ startMs, endMs }) => startMs < end && endMs > start))
    throw new BadInput("fromMs", msg("No part of the class would be left. Change its parts first."));
}

/**
 * Onsets of a source video of a class, for drawing; null if its sound was never decoded.
 * @throws BadInput, NotFound, Unauthenticated
 */
export async function sourceVideoOnsets(
  ctx: Ctx,
  classId: string,
  given: { readonly sourceVideoId: string; readonly fromMs: number; readonly lengthMs: number },
): Promise<OnsetExcerpt | null> {
  const { sourceVideoId, fromMs, lengthMs } = given;
  const { sourceVideos, uprightVideos } = await editedClass(ctx, classId);
  if (![...sourceVideos, ...uprightVideos].some((one) => one.sourceVideoId === sourceVideoId))
    throw new NotFound("film");
  if (lengthMs <= 0 || lengthMs > maxExcerptMs)
    throw new BadInput("lengthInMs", inEnglish("At most 20000 milliseconds."));
  return onsetsOfSourceVideo(ctx, sourceVideoId, Math.max(0, fromMs), lengthMs);
}
