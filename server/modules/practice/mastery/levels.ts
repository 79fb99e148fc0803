import type { PlayedRange } from "../credit.ts";
import { lengthOf, subtractRanges } from "../credit.ts";

/** How well a part is known, from the least; its place in this list is what is kept. */
export const masteryLevels = ["none", "seen", "counts", "slow", "tempo"] as const;
export type MasteryLevel = (typeof masteryLevels)[number];

/** Share of a part's time that must have played for it to be seen. */
const seenShare = 0.9;
/** From this tempo on, in percent of the class's own, a part is danced slowly, and at tempo. */
const slowFrom = 60;
const tempoFrom = 95;
/** Clean passes that count as more than luck. */
const surePasses = 2;

/** One sitting with a loop: how often it was danced from A to B without a stop, and at what tempo in percent. */
export interface Sitting {
  readonly tempo: number;
  readonly passes: number;
}

/** What a sitting shows that the dancer can, as a place in `masteryLevels`. */
export function levelOfSitting({ tempo, passes }: Sitting): number {
  if (passes < 1) return 0;
  if (passes < surePasses || tempo < slowFrom) return 2;
  return tempo < tempoFrom ? 3 : 4;
}

/** What a part's level is: the dancer's own word before what was danced, and seen when nearly all of it has played. */
export function levelNow(
  known: { readonly reached: number; readonly own: number | null } | null,
  part: { readonly startMs: number; readonly endMs: number },
  played: readonly PlayedRange[],
): MasteryLevel {
  const ofWordOrDance = known?.own ?? known?.reached ?? 0;
  if (ofWordOrDance > 0 || known?.own === 0) return masteryLevels[ofWordOrDance]!;
  const missing = lengthOf(subtractRanges([{ fromMs: part.startMs, toMs: part.endMs }], played));
  return missing <= (1 - seenShare) * (part.endMs - part.startMs) ? "seen" : "none";
}
