import type { Ctx } from "../../../ctx.ts";
import { onsetsPerSecond } from "../beat/onsets.ts";
import { findFingerprintExcerpt } from "./store.ts";

/** Strength of the onsets in a stretch of a source video's sound, for drawing. */
export interface OnsetExcerpt {
  /** When the first value is, milliseconds from the start of the source video. */
  readonly fromMs: number;
  readonly valuesPerSecond: number;
  /** 0 to 255 each; fewer than asked for at the end. */
  readonly values: readonly number[];
}

/**
 * Onsets of a source video.
 * @param fromMs at least 0
 * @returns null if its sound was never decoded
 */
export async function onsetsOfSourceVideo(
  ctx: Ctx,
  sourceVideoId: string,
  fromMs: number,
  lengthMs: number,
): Promise<OnsetExcerpt | null> {
  const from = Math.floor((fromMs / 1000) * onsetsPerSecond);
  const count = Math.ceil((lengthMs / 1000) * onsetsPerSecond);
  const bytes = await findFingerprintExcerpt(ctx.db, sourceVideoId, from, count);
  return (
    bytes && {
      fromMs: Math.round((from / onsetsPerSecond) * 1000),
      valuesPerSecond: onsetsPerSecond,
      values: [...bytes],
    }
  );
}
