import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { requestSoundAnalysis, soundLoader, soundPeaks } from "../../media/index.ts";
import { editedClass } from "./classes.ts";
import type { EditedClass } from "./classes.ts";

/**
 * Has the sound of a class analyzed, unless that was done: videos of earlier releases weren't, and it may have failed. Editors hear of
 * the result by `editedClassChanged`. Idempotent.
 * @throws NotFound, Unauthenticated
 */
export async function requestClassSound(ctx: Ctx, classId: string): Promise<EditedClass> {
  const found = await editedClass(ctx, classId);
  const { asset } = found;
  if (!asset?.version) return found;
  const { id, version } = asset;
  const sound = await soundLoader(ctx).load(id);
  if (!sound || sound.hasFailed) {
    await ctx.transact((tx) => requestSoundAnalysis(tx, id, version));
    soundLoader(ctx).clear(id);
  }
  return found;
}

/**
 * Loudness of a class's sound, a byte for each 20 ms; empty without sound.
 * @throws NotFound before it was analyzed, Unauthenticated
 */
export async function classWaveform(
  ctx: Ctx,
  classId: string,
): Promise<{ readonly version: string; readonly peaks: Buffer }> {
  const { asset } = await editedClass(ctx, classId);
  const found = asset && (await soundPeaks(ctx, asset.id));
  if (!found) throw new NotFound("waveform");
  return found;
}
