import type { Ctx } from "../../../ctx.ts";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { recordAuditEntry } from "../../identity/index.ts";
import { chooseTrailer, removeTrailer, soundLoader, soundPeaks, trailerLoader } from "../../media/index.ts";
import { change, editedClass } from "./classes.ts";
import type { EditedClass } from "./classes.ts";
import { maxTrailerMs, minTrailerMs, proposeTrailer } from "./propose-trailer.ts";
import type { TrailerStretch } from "./propose-trailer.ts";

/**
 * Chooses which stretch of a class everyone may watch, and has it rendered. Editors hear of the result by `editedClassChanged`.
 * Idempotent, unless it failed: then it is rendered again.
 * @throws BadInput, DomainError without a video, Forbidden, NotFound, Unauthenticated
 */
export async function setClassTrailer(
  ctx: Ctx,
  classId: string,
  { fromMs, toMs }: TrailerStretch,
): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, { asset, durationMs }) => {
    if (!asset?.version || durationMs === null)
      throw new DomainError("NOT_READY", msg("Upload the video first."), { status: 409 });
    if (!(fromMs >= 0 && fromMs < durationMs))
      throw new BadInput("fromMs", inEnglish("fromMs must be within the class."));
    if (!(toMs <= durationMs)) throw new BadInput("toMs", inEnglish("toMs must be within the class."));
    if (!(toMs - fromMs >= minTrailerMs && toMs - fromMs <= maxTrailerMs)) {
      const [min, max] = [minTrailerMs / 1000, maxTrailerMs / 1000];
      throw new BadInput("toMs", msg("A trailer lasts {min} to {max} seconds.", { min, max }));
    }
    const present = await trailerLoader(ctx).load(asset.id);
    const isSame = present?.fromMs === fromMs && present.toMs === toMs;
    if (isSame && present.state === "ready") return;
    // Also of the same stretch: a worker that was killed may have lost its job.
    await chooseTrailer(tx, asset.id, { fromMs, toMs });
    if (isSame && present.state === "rendering") return;
    const details = { fromMs, toMs };
    await recordAuditEntry(tx, { action: "catalog.trailer_set", subject: `class:${id}`, details });
    trailerLoader(ctx).clear(asset.id);
  });
  return editedClass(ctx, id);
}

/** Takes the trailer of a class away. Idempotent. @throws Forbidden, NotFound, Unauthenticated */
export async function removeClassTrailer(ctx: Ctx, classId: string): Promise<EditedClass> {
  const { id } = await editedClass(ctx, classId);
  await change(ctx, id, async (tx, { asset }) => {
    if (!asset || !(await trailerLoader(ctx).load(asset.id))) return;
    await removeTrailer(tx, asset.id);
    await recordAuditEntry(tx, { action: "catalog.trailer_removed", subject: `class:${id}` });
    trailerLoader(ctx).clear(asset.id);
  });
  return editedClass(ctx, id);
}

/** The stretch that could be a class's trailer; null before its sound was analyzed, and without music. */
export async function trailerProposal(
  ctx: Ctx,
  { asset, beatGrid }: EditedClass,
): Promise<TrailerStretch | null> {
  const sound = asset && (await soundLoader(ctx).load(asset.id));
  const waveform = sound && !sound.hasFailed ? await soundPeaks(ctx, sound.assetId) : null;
  return waveform && sound && proposeTrailer({ segments: sound.segments, peaks: waveform.peaks }, beatGrid);
}
