/** Proposes the trailer of a class from its sound and its counts. Pure. */
import { peaksPerSecond } from "../../media/index.ts";
import type { SoundSegment } from "../../media/index.ts";
import type { TempoSpan } from "../store-classes.ts";

/** A stretch of a class. Milliseconds. */
export interface TrailerStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How long a trailer is. Milliseconds. */
export const [minTrailerMs, maxTrailerMs] = [3_000, 15_000] as const;
/** Steps between stretches that are compared where there are no counts. Milliseconds. */
const stepMs = 500;

/**
 * The liveliest stretch of music: where the sound rises most. It has whole eights where there are counts.
 * @param sound.peaks its loudness, `peaksPerSecond` bytes
 * @returns null without music
 */
export function proposeTrailer(
  sound: { readonly segments: readonly SoundSegment[]; readonly peaks: Uint8Array },
  beatGrid: readonly TempoSpan[],
): TrailerStretch | null {
  const rises = new Float64Array(sound.peaks.length + 1);
  for (const [at, peak] of sound.peaks.entries())
    rises[at + 1] = rises[at]! + Math.max(0, peak - (sound.peaks[at - 1] ?? peak));
  const riseTo = (ms: number) =>
    rises[Math.min(sound.peaks.length, Math.round((ms * peaksPerSecond) / 1000))] ?? 0;
  const riseOf = ({ fromMs, toMs }: TrailerStretch) => riseTo(toMs) - riseTo(fromMs);
  const candidates = sound.segments
    .filter(({ kind }) => kind === "music")
    .flatMap((music) => {
      const counted = beatGrid.flatMap((span) => eightsIn(span, music));
      return counted.length > 0 ? counted : plainStretches(music);
    });
  return candidates.reduce<TrailerStretch | null>(
    (best, one) => (best === null || riseOf(one) > riseOf(best) ? one : best),
    null,
  );
}

/** Stretches of whole eights in music of one tempo, as long as a trailer may be. */
function eightsIn({ startMs, endMs, bpm, firstBeatMs }: TempoSpan, music: SoundSegment): TrailerStretch[] {
  const eightMs = (8 * 60_000) / bpm;
  const [from, to] = [Math.max(0, startMs, music.startMs), Math.min(endMs, music.endMs)];
  const first = Math.ceil((from - firstBeatMs) / eightMs);
  const last = Math.floor((to - firstBeatMs) / eightMs);
  const perTrailer = Math.floor(maxTrailerMs / eightMs);
  const startOf = (eight: number) => Math.round(firstBeatMs + eight * eightMs);
  return Array.from({ length: Math.max(0, last - first) }, (_unused, at) => ({
    fromMs: startOf(first + at),
    toMs: startOf(Math.min(last, first + at + perTrailer)),
  })).filter(isLongEnough);
}

function plainStretches({ startMs, endMs }: SoundSegment): TrailerStretch[] {
  const count = Math.max(1, Math.floor((endMs - startMs - maxTrailerMs) / stepMs) + 1);
  return Array.from({ length: count }, (_unused, at) => {
    const fromMs = startMs + at * stepMs;
    return { fromMs, toMs: Math.min(endMs, fromMs + maxTrailerMs) };
  }).filter(isLongEnough);
}

const isLongEnough = ({ fromMs, toMs }: TrailerStretch): boolean => toMs - fromMs >= minTrailerMs;
