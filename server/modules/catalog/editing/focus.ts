import type { Ctx } from "../../../ctx.ts";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { assetTopic, chooseFraming } from "../../media/index.ts";
import { editedClass, refusePublished, requireClassEditor } from "./classes.ts";
import type { EditedClass } from "./classes.ts";

/**
 * Sets where an upright player crops a class.
 * @param percent the dancer's horizontal position from the left; null: as proposed from the video
 * @throws BadInput, Forbidden, NotFound, DomainError without a video, Unauthenticated
 */
export async function setClassFocus(ctx: Ctx, classId: string, percent: number | null): Promise<EditedClass> {
  const found = await editedClass(ctx, classId);
  refusePublished(await requireClassEditor(ctx), found);
  const { id, asset } = found;
  if (percent !== null && !(percent >= 0 && percent <= 100))
    throw new BadInput("percent", inEnglish("percent must be 0 to 100."));
  if (!asset) throw new DomainError("NOT_READY", msg("Upload the video first."), { status: 409 });
  await ctx.transact(async (tx) => {
    await chooseFraming(tx, asset.id, percent);
    await recordAuditEntry(tx, { action: "catalog.focus_set", subject: `class:${id}`, details: { percent } });
    tx.signal(assetTopic(id));
  });
  return editedClass(ctx, id);
}
