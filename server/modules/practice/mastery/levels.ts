import type { PlayedRange } from "../credit.ts";
import { lengthOf, subtractRanges } from "../credit.ts";

/** Mastery levels, lowest first; the index is stored. */
export const masteryLevels = ["none", "seen", "counts", "slow", "tempo"] as const;
export type MasteryLevel = (typeof masteryLevels)[number];

/** Share of a part's time that must be played for the level "seen". */
const seenShare = 0.9;
/** Minimum tempos of the levels "slow" and "tempo", in percent of the class's own. */
const slowFrom = 60;
const tempoFrom = 95;
/** Clean passes that count as more than luck. */
const surePasses = 2;

/** One session with a loop: passes from A to B without a stop, and the tempo in percent. */
export interface Sitting {
  readonly tempo: number;
  readonly passes: number;
}

/** The level that a session shows, as an index into `masteryLevels`. */
export function levelOfSitting({ tempo, passes }: Sitting): number {
  if (passes < 1) return 0;
  if (passes < surePasses || tempo < slowFrom) return 2;
  return tempo < tempoFrom ? 3 : 4;
}

/**
 * Current level of a part: the self-reported level before the measured one; "seen" once nearly all of it was played.
 */
export function levelNow(
  known: { readonly reached: number; readonly own: number | null } | null,
  part: { readonly startMs: number; readonly endMs: number },
  played: readonly PlayedRange[],
): MasteryLevel {
  const levelIndex = known?.own ?? known?.reached ?? 0;
  if (levelIndex > 0 || known?.own === 0) return masteryLevels[levelIndex]!;
  const missing = lengthOf(subtractRanges([{ fromMs: part.startMs, toMs: part.endMs }], played));
  return missing <= (1 - seenShare) * (part.endMs - part.startMs) ? "seen" : "none";
}
