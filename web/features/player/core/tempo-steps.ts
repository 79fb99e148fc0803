/** The tempo ladder: slow at first, a step faster after some clean passes of the loop. Pure; tempos are shares of the class's own. */

export interface Ladder {
  /** How far a step goes, in percent. */
  readonly step: 5 | 10;
  /** Clean passes that a step takes. */
  readonly passes: number;
  /** The dancer wants to stay at this tempo. */
  readonly held: boolean;
}

export const usualLadder: Ladder = { step: 10, passes: 2, held: false };

/** The tempo above `rate` (percent 60 to 100); null at the top, and for those who dance faster than the class. */
export function nextTempo(rate: number, step: Ladder["step"]): number | null {
  const percent = Math.round(rate * 100);
  if (percent >= 100) return null;
  return Math.min(100, Math.max(60, (Math.floor(percent / step) + 1) * step)) / 100;
}

/** The tempo below `rate`, not under 60 percent; null at the bottom. */
export function lowerTempo(rate: number, step: Ladder["step"]): number | null {
  const percent = Math.round(rate * 100);
  if (percent <= 60) return null;
  return Math.max(60, Math.min(100, (Math.ceil(percent / step) - 1) * step)) / 100;
}

/** What tempo to go to after `cleanPasses` in a row at `rate`; null to stay. */
export function climb(rate: number, cleanPasses: number, ladder: Ladder): number | null {
  if (ladder.held || cleanPasses < ladder.passes) return null;
  return nextTempo(rate, ladder.step);
}
