import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { change, editedClass } from "../editing/classes.ts";
import type { EditedClass } from "../editing/classes.ts";
import { replacedSince } from "../editing/replaced-videos.ts";
import { transcodeWhenReady } from "../editing/transcoding.ts";
import { checkRoom } from "./captions.ts";
import { keepCaptions, listFormerCaptions, restoreCaptionsRow } from "./store-former.ts";
import type { FormerCaptions } from "./store-former.ts";

/** Captions that an editor may use again, the latest first. */
export const formerCaptions = (ctx: Ctx, { id }: EditedClass): Promise<FormerCaptions[]> =>
  listFormerCaptions(ctx.db, id, replacedSince(ctx));

/**
 * Uses replaced or removed captions again, in place of the present ones of their language, which can be used again in
 * turn.
 * @throws BadInput, NotFound for ones that aren't stored any more, Unauthenticated
 */
export async function restoreCaptions(ctx: Ctx, classId: string, formerId: string): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    const former = (await listFormerCaptions(tx.db, id, replacedSince(tx))).find(
      (captions) => captions.id === formerId,
    );
    if (!former) throw new NotFound("captions");
    const { language } = former;
    checkRoom(found, language);
    await keepCaptions(tx.db, { classId: id, language, now: tx.clock.now() });
    await restoreCaptionsRow(tx.db, formerId);
    await transcodeWhenReady(tx, id);
    await recordAuditEntry(tx, {
      action: "catalog.captions_restored",
      subject: `class:${id}`,
      details: { language },
    });
  });
  return editedClass(ctx, id);
}
