import type { Difficulty } from "../../../../contract/ratings.ts";

/** What a person found a class of a style and level. */
export interface RatedLevel {
  readonly styleId: number;
  /** 0 absolute beginner to 3 advanced. */
  readonly levelRank: number;
  readonly difficulty: Difficulty;
}

const highestRank = 3;

/**
 * A person's level in each style that they rated, from their own level and their ratings, the oldest first. A class that was too hard
 * lowers the level in its style to the one below the class; one that was too easy raises it to the one above; one that was right
 * raises it to the class's own at most. Only levels that differ from the person's own are listed.
 * @returns levels, 0 to 3, by style id
 */
export function levelsByStyle(
  ownRank: number,
  ratings: readonly RatedLevel[],
): Readonly<Record<number, number>> {
  const levels = new Map<number, number>();
  for (const { styleId, levelRank, difficulty } of ratings) {
    const known = levels.get(styleId) ?? ownRank;
    const next = {
      too_hard: Math.max(0, Math.min(known, levelRank - 1)),
      too_easy: Math.min(highestRank, Math.max(known, levelRank + 1)),
      right: Math.max(known, levelRank),
    }[difficulty];
    levels.set(styleId, next);
  }
  return Object.fromEntries([...levels].filter(([, level]) => level !== ownRank));
}
