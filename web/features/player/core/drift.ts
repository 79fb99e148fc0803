/** How one video element is held beside another: pure arithmetic of a proportional controller. */

/** What to do with the follower: go on at `rate`, or jump to the leader's place. */
export type DriftCorrection = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'seek' };

/** Beyond this many seconds catching up by speed would take longer than a seek within the buffer. */
const SEEK_BEYOND = 0.3;
/** Within this the two show the same frame at 60 frames a second; a steady rate is smoother than a hunted one. */
const DEAD_BAND = 0.006;
const GAIN = 2.5;
const MOST = 0.2;

/**
 * The correction for a follower that is `offset` seconds of media time behind (positive) or ahead of its leader, which
 * plays at `rate`.
 */
export function correctDrift(offset: number, rate: number): DriftCorrection {
  if (Math.abs(offset) > SEEK_BEYOND * Math.max(1, rate)) return { kind: 'seek' };
  if (Math.abs(offset) < DEAD_BAND) return { kind: 'rate', rate };
  return { kind: 'rate', rate: rate * (1 + Math.max(-MOST, Math.min(MOST, offset * GAIN))) };
}
