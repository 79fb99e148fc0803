/** Proposes the parts of a class from its sound and its counts. Pure. */
import type { SoundSegment } from "../../media/index.ts";
import type { PartRow } from "../store.ts";
import type { TempoSpan } from "../store-classes.ts";

/** A part as the sound proposes it. */
export interface ProposedPart {
  readonly sound: "talk" | "music";
  readonly kind: PartRow["kind"];
  readonly startMs: number;
  readonly endMs: number;
}

/** Shorter sounds aren't a part. Milliseconds. */
const minMs = { talk: 6_000, music: 10_000 } as const;
/** Music slower than this share of the fastest tempo is for marking. */
const slowShare = 0.95;

/**
 * Talk and music in order, music divided where its tempo changes. Borders lie on an eight where there are counts.
 * @param durationMs of the class
 */
export function proposeParts(
  segments: readonly SoundSegment[],
  beatGrid: readonly TempoSpan[],
  durationMs: number,
): ProposedPart[] {
  const fastest = Math.max(0, ...beatGrid.map(({ bpm }) => bpm));
  const parts = segments.flatMap(({ kind: sound, startMs, endMs }): ProposedPart[] => {
    if (sound === "silence") return [];
    if (sound === "talk") return [{ sound, kind: "breakdown", startMs, endMs }];
    const changes = beatGrid
      .map((span) => span.startMs)
      .filter((ms) => ms - startMs >= minMs.music && endMs - ms >= minMs.music);
    return [startMs, ...changes].map((from, at) => {
      const to = changes[at] ?? endMs;
      const tempo = tempoAt(beatGrid, (from + to) / 2) ?? fastest;
      return { sound, kind: tempo < fastest * slowShare ? "slow" : "counts", startMs: from, endMs: to };
    });
  });
  const snapped = parts
    .map((part) => ({
      ...part,
      startMs: snapToEight(beatGrid, part.startMs),
      endMs: Math.min(durationMs, snapToEight(beatGrid, part.endMs)),
    }))
    .filter(({ sound, startMs, endMs }) => endMs - startMs >= minMs[sound]);
  // What a class works toward is danced last.
  const last = snapped.findLast(({ kind }) => kind === "counts");
  return snapped.map((part) => (part === last ? { ...part, kind: "full_out" } : part));
}

const tempoAt = (beatGrid: readonly TempoSpan[], ms: number): number | undefined =>
  beatGrid.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)?.bpm;

/** The start of an eight nearest to a moment within its span of tempo; to a tenth of a second where there is none. */
function snapToEight(beatGrid: readonly TempoSpan[], ms: number): number {
  const candidates = beatGrid.flatMap(({ startMs, endMs, bpm, firstBeatMs }) => {
    const eightMs = (8 * 60_000) / bpm;
    const place = Math.round((ms - firstBeatMs) / eightMs);
    const nearest = firstBeatMs + place * eightMs;
    const isInside = nearest >= Math.max(0, startMs) && nearest <= endMs;
    return isInside && Math.abs(nearest - ms) <= eightMs / 2 ? [Math.round(nearest)] : [];
  });
  return candidates.toSorted((a, b) => Math.abs(a - ms) - Math.abs(b - ms))[0] ?? Math.round(ms / 100) * 100;
}
