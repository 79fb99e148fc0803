/** Keeps one video element in sync with another: a proportional controller. Pure. */

/** Correction of the follower: play at `rate`, or seek to the leader's position. */
export type DriftCorrection = { readonly kind: "rate"; readonly rate: number } | { readonly kind: "seek" };

/** Beyond this offset a seek within the buffer is faster than a rate change. Seconds. */
const SEEK_BEYOND = 0.3;
/** Correction begins beyond the first offset and ends within the second, in seconds. */
const BEGIN_BEYOND = 0.012;
const END_WITHIN = 0.004;

/** Controller gain: rate change per second of offset, and its maximum. */
export interface Pace {
  readonly gain: number;
  readonly most: number;
}

/** For the visible element. */
export const GENTLE: Pace = { gain: 2.5, most: 0.2 };
/** For hidden and silent elements, which must be in sync when they are shown. */
export const BRISK: Pace = { gain: 6, most: 0.6 };

/**
 * Computes the correction for a follower. `offset`: seconds of media time behind (positive) or ahead of the leader, which plays at `rate`.
 * `correcting`: the follower is already off the leader's rate.
 */
export function correctDrift(
  offset: number,
  rate: number,
  correcting: boolean,
  { gain, most }: Pace = GENTLE,
): DriftCorrection {
  if (Math.abs(offset) > SEEK_BEYOND * Math.max(1, rate)) return { kind: "seek" };
  if (Math.abs(offset) < (correcting ? END_WITHIN : BEGIN_BEYOND)) return { kind: "rate", rate };
  return { kind: "rate", rate: rate * (1 + Math.max(-most, Math.min(most, offset * gain))) };
}

/** Maximum lead, in seconds. Seeks that waited for the network don't predict the next one. */
const MAX_LEAD_S = 0.4;

/** Updates the lead for the next seek, given the last `lead` and the resulting `offset` in seconds behind. */
export function learnLead(lead: number, offset: number): number {
  if (Math.abs(offset) > MAX_LEAD_S) return lead;
  return Math.min(MAX_LEAD_S, Math.max(0, lead + offset * 0.6));
}
