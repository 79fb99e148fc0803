import type { Ctx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { readGrid, storeGrid } from "../beat/beat.ts";
import type { TempoSpan } from "../store-classes.ts";
import { change, editedClass } from "./classes.ts";
import type { EditedClass } from "./store.ts";

/**
 * Sets tempo and counts of a class, published or not.
 * @throws BadInput, DomainError without a video, Forbidden, NotFound, Unauthenticated
 */
export async function setDraftBeatGrid(
  ctx: Ctx,
  classId: string,
  spans: readonly TempoSpan[],
): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, found) => {
    if (found.durationMs === null)
      throw new DomainError("NOT_READY", msg("Upload the video first."), { status: 409 });
    await storeGrid(tx, { id, assetId: found.asset?.id ?? null }, readGrid(spans, found.durationMs));
  });
  return editedClass(ctx, id);
}
