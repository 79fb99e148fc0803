/** How one video element is held beside another: pure arithmetic of a proportional controller. */

/** What to do with the follower: go on at `rate`, or jump to the leader's place. */
export type DriftCorrection = { readonly kind: "rate"; readonly rate: number } | { readonly kind: "seek" };

/** Beyond this many seconds catching up by speed would take longer than a seek within the buffer. */
const SEEK_BEYOND = 0.3;
/** Correcting begins beyond the first and ends within the second: each change of rate may cost a dropped frame. */
const BEGIN_BEYOND = 0.017;
const END_WITHIN = 0.004;
const GAIN = 2.5;
const MOST = 0.2;

/**
 * The correction for a follower that is `offset` seconds of media time behind (positive) or ahead of its leader, which
 * plays at `rate`. `correcting`: the follower is off the leader's rate already.
 */
export function correctDrift(offset: number, rate: number, correcting: boolean): DriftCorrection {
  if (Math.abs(offset) > SEEK_BEYOND * Math.max(1, rate)) return { kind: "seek" };
  if (Math.abs(offset) < (correcting ? END_WITHIN : BEGIN_BEYOND)) return { kind: "rate", rate };
  return { kind: "rate", rate: rate * (1 + Math.max(-MOST, Math.min(MOST, offset * GAIN))) };
}
