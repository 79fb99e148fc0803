import { byAngle, mainAngle } from "../../../../contract/angles.ts";
import type { Tx } from "../../../ctx.ts";
import { requestAlignment, transcodeSourceVideos } from "../../media/index.ts";
import { moveCaptions } from "../captions/move.ts";
import { listCaptions } from "../captions/store-captions.ts";
import { saveAlignmentFailed } from "./store-sources.ts";
import { findEdited, lockClass } from "./store.ts";
import { captionsMovedBy, commonStretch, trimOf } from "./stretch.ts";

/**
 * Has each view compared with the main one as soon as both have arrived, so that a wrong file is noticed while others
 * are still being uploaded. Requests the transcode of a class once all its angles have arrived and are aligned. An
 * upright version that hasn't arrived is left out: its arrival requests another transcode.
 */
export async function transcodeWhenReady(tx: Tx, id: string): Promise<void> {
  const found = (await lockClass(tx.db, id)) ? await findEdited(tx.db, id) : null;
  if (!found) return;
  const { sourceVideos, cut, replaced } = found;
  const main = sourceVideos.find(({ angle }) => angle === mainAngle);
  if (main?.state !== "ready") return;
  const angles = sourceVideos.filter(({ state }) => state === "ready");
  const uprights = found.uprightVideos.filter(({ state }) => state === "ready");
  const others = [...angles.filter((view) => view !== main), ...uprights];
  const mainId = main.sourceVideoId;
  const views = others.filter(({ alignedTo }) => alignedTo !== mainId);
  const unaligned = views.map(({ sourceVideoId }) => sourceVideoId);
  if (cut && cut.sourceVideoId !== mainId && replaced?.alignedTo !== mainId)
    unaligned.push(cut.sourceVideoId);
  if (unaligned.length > 0) {
    const failed = views.filter(({ hasAlignmentFailed }) => hasAlignmentFailed);
    await saveAlignmentFailed(
      tx.db,
      failed.map(({ sourceVideoId }) => sourceVideoId),
      false,
    );
    await requestAlignment(tx, { classId: id, mainId, sourceVideoIds: unaligned });
    return;
  }
  if (angles.length < sourceVideos.length) return;
  const used = commonStretch(main, others, trimOf(found));
  const next = { sourceVideoId: mainId, fromMs: used(main).fromMs ?? 0 };
  const captions = (await listCaptions(tx.db, id)).map(({ language, label, content, cut: timedFor }) => ({
    language,
    label,
    content: moveCaptions(content, captionsMovedBy(timedFor ?? cut, found, next)),
  }));
  await transcodeSourceVideos(tx, {
    assetId: id,
    angles: angles
      .toSorted((a, b) => byAngle(a.angle, b.angle))
      .map((view) => {
        const upright = uprights.find(({ angle }) => angle === view.angle);
        return { key: view.angle, source: used(view), upright: upright ? used(upright) : null };
      }),
    captions,
  });
}
