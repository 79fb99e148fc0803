/** Divides sound into silence, talk and music. Pure. */
import { stepMs } from "./features.ts";
import type { Features } from "./features.ts";

export const soundKinds = ["silence", "talk", "music"] as const;
export type SoundKind = (typeof soundKinds)[number];

/** A stretch of one kind of sound. */
export interface SoundSegment {
  readonly kind: SoundKind;
  readonly startMs: number;
  readonly endMs: number;
}

/** Sound this far below the loud passages of the recording is silence; decibels. */
const quietBelowLoud = 28;
/** In a noisy room silence is up to this much above its quietest moments, if those are far below the loud ones; decibels. */
const [aboveNoise, noiseBelowLoud] = [4, 18];
/** Sound below this level is silence in any recording; decibels. */
const quietest = -60;
/** A steady spectrum this flat is the noise of a room. */
const noiseFlatness = 0.7;
/** How much evidence, in measures, a change of kind needs: short pauses and single cries are part of what surrounds them. */
const changeCost = 5;

/**
 * Segments in order, without gaps, over the whole sound; empty for none. The kinds are chosen together: what fits the measures best
 * without changing often.
 * @param features every `stepMs`
 */
export function segmentsOf(features: readonly Features[], durationMs: number): SoundSegment[] {
  const levels = features.map(({ level }) => level).toSorted((a, b) => a - b);
  const levelAt = (share: number) => levels[Math.floor(levels.length * share)] ?? quietest;
  const loud = levelAt(0.95);
  const noise = Math.min(levelAt(0.02) + aboveNoise, loud - noiseBelowLoud);
  const silentBelow = Math.max(quietest, loud - quietBelowLoud, noise);
  const segments: SoundSegment[] = [];
  for (const [step, kind] of bestKinds(features.map((one) => scoresOf(one, silentBelow))).entries()) {
    const endMs = step === features.length - 1 ? durationMs : (step + 1) * stepMs;
    const last = segments.at(-1);
    if (last?.kind === kind) segments[segments.length - 1] = { ...last, endMs };
    else segments.push({ kind, startMs: step * stepMs, endMs });
  }
  return segments;
}

/** How well each kind explains the sound at a moment, -1 to 1. */
function scoresOf({ level, pauses, hisses, flatness, beat }: Features, silentBelow: number): Scores {
  const bounded = (value: number) => Math.max(-1, Math.min(1, value));
  const isNoise = flatness > noiseFlatness && pauses < 0.1 && beat < 0.2;
  const silence = isNoise ? 1 : bounded((silentBelow - level) / 6);
  const talk = bounded(3 * (pauses - 0.25) + 2 * (hisses - 0.12) - 3 * (beat - 0.2));
  return silence > 0 ? { silence, talk: -silence, music: -silence } : { silence, talk, music: -talk };
}

type Scores = Readonly<Record<SoundKind, number>>;

/** The sequence of kinds with the highest sum of scores, less the cost of each change (Viterbi). */
function bestKinds(scores: readonly Scores[]): SoundKind[] {
  let sums: Record<SoundKind, number> = { silence: 0, talk: 0, music: 0 };
  const cameFrom = scores.map((score) => {
    const best = soundKinds.reduce((one, other) => (sums[other] > sums[one] ? other : one));
    const before = { silence: best, talk: best, music: best };
    const next = { ...sums };
    for (const kind of soundKinds) {
      if (sums[kind] >= sums[best] - changeCost) before[kind] = kind;
      next[kind] = score[kind] + Math.max(sums[kind], sums[best] - changeCost);
    }
    sums = next;
    return before;
  });
  let kind = soundKinds.reduce((one, other) => (sums[other] > sums[one] ? other : one));
  return cameFrom
    .toReversed()
    .map((before) => {
      const here = kind;
      kind = before[kind];
      return here;
    })
    .toReversed();
}
