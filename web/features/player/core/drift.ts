/** How one video element is held beside another: pure arithmetic of a proportional controller. */

/** What to do with the follower: go on at `rate`, or jump to the leader's place. */
export type DriftCorrection = { readonly kind: "rate"; readonly rate: number } | { readonly kind: "seek" };

/** Beyond this many seconds catching up by speed would take longer than a seek within the buffer. */
const SEEK_BEYOND = 0.3;
/** Correcting begins beyond the first and ends within the second, seconds. */
const BEGIN_BEYOND = 0.012;
const END_WITHIN = 0.004;

/** How hard a follower is corrected: how much faster it goes for each second that it is behind, and at most. */
export interface Pace {
  readonly gain: number;
  readonly most: number;
}

/** For what somebody looks at. */
export const GENTLE: Pace = { gain: 2.5, most: 0.2 };
/** For what nobody sees or hears: it has to be there when somebody turns round. */
export const BRISK: Pace = { gain: 6, most: 0.6 };

/**
 * The correction for a follower that is `offset` seconds of media time behind (positive) or ahead of its leader, which
 * plays at `rate`. `correcting`: the follower is off the leader's rate already.
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

/** Jumps that had to wait for the network say nothing about the next: no lead is longer, in seconds. */
const LONGEST_LEAD = 0.4;

/** How far ahead of the leader the next jump aims, having aimed `lead` and come out `offset` seconds behind. */
export function learnLead(lead: number, offset: number): number {
  if (Math.abs(offset) > LONGEST_LEAD) return lead;
  return Math.min(LONGEST_LEAD, Math.max(0, lead + offset * 0.6));
}
