import { mainAngle } from "../../../../contract/angles.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { deleteSourceVideoFile, retainSourceVideoFile } from "../../media/index.ts";
import { change, editedClass } from "./classes.ts";
import type { EditedClass } from "./store.ts";
import { deleteFormer, deleteOldFormer, formerKinds } from "./store-former.ts";
import { insertReplaced, listReplaced, restoreSourceVideoRow } from "./store-replaced.ts";
import type { ReplacedSourceVideo } from "./store-replaced.ts";
import type { SourceVideoRow } from "./store-sources.ts";
import { transcodeWhenReady } from "./transcoding.ts";

/** How long replaced source videos, captions and images can be used again. Milliseconds. */
export const replacedRetentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Gives up a source video of a class whose row is already replaced or deleted. One that was in use can be used again for
 * 30 days.
 */
export async function retireSourceVideo(
  tx: Tx,
  classId: string,
  video: SourceVideoRow,
  isUpright: boolean,
): Promise<void> {
  const { sourceVideoId, state } = video;
  if (state !== "ready") return deleteSourceVideoFile(tx, sourceVideoId);
  await insertReplaced(tx.db, { ...video, classId, isUpright, replacedAt: tx.clock.now() });
  await deleteSourceVideoFile(tx, sourceVideoId, replacedRetentionMs);
}

/** Source videos that an editor may use again, the latest first. @throws NotFound, Unauthenticated */
export const replacedSourceVideos = (ctx: Ctx, { id }: EditedClass): Promise<ReplacedSourceVideo[]> =>
  listReplaced(ctx.db, id, replacedSince(ctx));

export const storedUntil = (replacedAt: Date): Date => new Date(replacedAt.getTime() + replacedRetentionMs);

/** What was replaced after this moment can be used again. */
export const replacedSince = ({ clock }: Pick<Ctx, "clock">): Date =>
  new Date(clock.now().getTime() - replacedRetentionMs);

/**
 * Uses a replaced or removed source video again, in place of the one that its view has now, which can be used again in
 * turn. The published video plays until the transcode is ready. Idempotent.
 * @throws BadInput, NotFound for one that isn't stored any more, Unauthenticated
 */
export async function restoreSourceVideo(
  ctx: Ctx,
  classId: string,
  sourceVideoId: string,
): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const used = [...found.sourceVideos, ...found.uprightVideos];
    if (used.some((video) => video.sourceVideoId === sourceVideoId)) return;
    const replaced = (await replacedSourceVideos(ctx, found)).find(
      (video) => video.sourceVideoId === sourceVideoId,
    );
    if (!replaced) throw new NotFound("film");
    const { angle, isUpright } = replaced;
    const hasView = (key: string) => found.sourceVideos.some((video) => video.angle === key);
    if (isUpright && !hasView(angle))
      throw new BadInput("sourceVideoId", msg("Upload this view first, then its upright version."));
    if (angle !== mainAngle && !hasView(mainAngle))
      throw new BadInput(
        "sourceVideoId",
        msg("Upload the front video first. The other views use its audio."),
      );
    const present = (isUpright ? found.uprightVideos : found.sourceVideos).find(
      (video) => video.angle === angle,
    );
    await restoreSourceVideoRow(tx.db, id, replaced);
    await deleteFormer(tx.db, "source_video", sourceVideoId);
    await retainSourceVideoFile(tx, sourceVideoId);
    if (present) await retireSourceVideo(tx, id, present, isUpright);
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.film_restored",
      subject: `class:${id}`,
      details: { angle, ...(isUpright && { isUpright }) },
    });
  });
  return editedClass(ctx, id);
}

/** Forgets replaced source videos whose files are deleted, and captions and images that were replaced as long ago. */
export async function forgetReplaced(ctx: Ctx): Promise<void> {
  const before = replacedSince(ctx);
  for (const kind of formerKinds) await deleteOldFormer(ctx.db, kind, before);
}
