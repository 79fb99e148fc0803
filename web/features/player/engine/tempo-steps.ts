/** The tempo ladder: starts slow and gets faster after some clean passes of the loop. Pure; tempos are shares of the class's own. */

export interface Ladder {
  /** Size of a step, in percent. */
  readonly step: 5 | 10;
  /** Clean passes per step. */
  readonly passes: number;
  /** The dancer wants to stay at this tempo. */
  readonly held: boolean;
}

export const usualLadder: Ladder = { step: 10, passes: 2, held: false };

/** The tempo above `rate` (60 to 100 percent); null at the top and above the class's tempo. */
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

/** The next tempo after `cleanPasses` in a row at `rate`; null to stay. */
export function climb(rate: number, cleanPasses: number, ladder: Ladder): number | null {
  if (ladder.held || cleanPasses < ladder.passes) return null;
  return nextTempo(rate, ladder.step);
}
