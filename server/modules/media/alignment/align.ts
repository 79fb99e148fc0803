/**
 * Aligns two recordings of the same class by their sound. Compares onsets, which survive other microphones and rooms.
 * Chunks of one recording are looked for in the other one, because clocks of recorders drift apart. Pure.
 */
import { correlate, correlateByPhase } from "../../../../contract/correlation.ts";
import { onsetsPerSecond } from "../beat/onsets.ts";

/** How a recording lies beside the main one. */
export interface Alignment {
  /** When the recording starts, milliseconds after the main one; negative: before. */
  readonly offsetMs: number;
  /** How much faster its clock runs than that of the main one, parts per million. */
  readonly driftPpm: number;
  /** 0 to 1, see `sureConfidence`. */
  readonly confidence: number;
}

/** Alignments below this confidence need an editor's eyes. */
export const sureConfidence = 0.5;

/** The furthest apart that two recordings may start, seconds. */
const reachSeconds = 300;
/** The largest drift of a recorder's clock, parts per million. */
const maxDriftPpm = 200;
const chunkSeconds = 24;
const maxChunks = 24;
/** Shorter recordings have too few onsets. */
const minSeconds = 12;
/** Matches closer to the best one than this are the same match, seconds. */
const besideSeconds = 0.1;
/** How far a chunk's match may be from the line through all of them, onset values. */
const maxResidual = 1.5;
/** How many standard deviations above the other offsets a chunk's match must be to count. */
const minFit = 6;
/** Fewer matching chunks prove nothing. */
const minHeard = 2;
/** How alike two places of a loop are. */
const loopFit = 0.92;
/** The share of the shorter recording that both have at full confidence. */
const clearOverlap = 0.6;
/** How much better than the second-best match the best one is at full confidence. */
const clearLead = 2;

/** A chunk of the recording, and how well it matches the main one at each offset of the search. */
interface Chunk {
  /** Its middle, onset values from the start of the recording. */
  readonly at: number;
  /** Offset of the first fit, onset values. */
  readonly from: number;
  readonly fits: Float64Array;
}

/**
 * @param main onsets of the recording that carries the time
 * @param other onsets of the recording to align
 * @returns null if one is too short, or the two have too little in common to say anything
 */
export function align(main: Float32Array, other: Float32Array): Alignment | null {
  if (Math.min(main.length, other.length) < minSeconds * onsetsPerSecond) return null;
  const mainLevel = leveled(main);
  const chunks = chunksOf(leveled(other)).flatMap(({ from, values }) => matchChunk(mainLevel, from, values));
  if (chunks.length === 0) return null;
  const middle = chunks[Math.floor(chunks.length / 2)]!.at;
  const { offset, lead } = bestOffset(chunks, middle);
  const matches = chunks.map((chunk) => peakNear(chunk, offset, driftOver(chunk.at - middle)));
  const covered = matches.filter((match) => match !== null);
  const heard = covered.filter(({ fit }) => fit >= minFit);
  const line = fitLine(heard);
  if (!line || heard.length < minHeard) return null;
  const inliers = heard.filter(({ at, offset: found }) => Math.abs(found - lineAt(line, at)) <= maxResidual);
  // Other classes with the same song match too, but only for a while.
  const agreement = (inliers.length / covered.length) ** 2;
  const overlap = Math.min(main.length, offset + other.length) - Math.max(0, offset);
  const share = Math.min(1, (overlap / Math.min(main.length, other.length) / clearOverlap) ** 2);
  const clarity = isLoop(mainLevel) ? 0 : Math.min(1, Math.max(0, (lead - 1) / (clearLead - 1)));
  return {
    offsetMs: Math.round((lineAt(line, 0) / onsetsPerSecond) * 1000),
    // The main clock advances by 1 + slope while this one advances by 1.
    driftPpm: Math.round(-line.slope * 1e6),
    confidence: Math.round(agreement * share * clarity * 100) / 100,
  };
}

/** How far offsets may differ after so many onset values of drift. */
const driftOver = (values: number): number => Math.ceil((Math.abs(values) * maxDriftPpm) / 1e6) + 1;

/** Onsets without the level of the last second, so that loud music and quiet talk weigh alike. */
function leveled(onsets: Float32Array): Float32Array {
  const reach = Math.round(onsetsPerSecond / 2);
  const sums = new Float64Array(onsets.length + 1);
  for (let i = 0; i < onsets.length; i += 1) sums[i + 1] = sums[i]! + onsets[i]!;
  return onsets.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(onsets.length, i + reach)];
    const mean = (sums[to]! - sums[from]!) / (to - from);
    return Math.max(-1, Math.min(3, value - mean));
  });
}

/** Chunks spread evenly over a recording. */
function chunksOf(onsets: Float32Array): { from: number; values: Float32Array }[] {
  const length = Math.min(Math.round(chunkSeconds * onsetsPerSecond), Math.floor(onsets.length / 4));
  const count = Math.min(maxChunks, Math.round((onsets.length / length) * 1.5));
  return Array.from({ length: count }, (_unused, i) => {
    const from = Math.round((i * (onsets.length - length)) / (count - 1));
    return { from, values: onsets.subarray(from, from + length) };
  });
}

/** Whether a recording sounds the same elsewhere from start to end, as a loop without a voice does. */
function isLoop(onsets: Float32Array): boolean {
  const beside = Math.round(onsetsPerSecond);
  return chunksOf(onsets).every(({ from, values }) => {
    const fits = correlate(onsets, values, 0, onsets.length - values.length);
    return fits[indexOfMax(fits, (i) => Math.abs(i - from) > beside)]! >= loopFit;
  });
}

/** Compares a chunk with every place of the main recording that it may come from; nothing if there is none. */
function matchChunk(main: Float32Array, from: number, values: Float32Array): Chunk[] {
  const reach = Math.round(reachSeconds * onsetsPerSecond);
  const first = Math.max(0, from - reach);
  const last = Math.min(main.length - values.length, from + reach);
  if (last <= first) return [];
  const searched = main.subarray(first, last + values.length);
  const fits = correlateByPhase(searched, values, last - first);
  return [{ at: from + values.length / 2, from: first - from, fits }];
}

/** The offset at which most chunks match, and how much better than the next one elsewhere it is. */
function bestOffset(chunks: readonly Chunk[], middle: number): { offset: number; lead: number } {
  const start = Math.min(...chunks.map(({ from }) => from));
  const end = Math.max(...chunks.map(({ from, fits }) => from + fits.length));
  const sums = new Float64Array(end - start);
  const counts = new Float64Array(end - start);
  for (const { at, from, fits } of chunks) {
    const highest = slidingMax(fits, driftOver(at - middle));
    for (let i = 0; i < highest.length; i += 1) {
      sums[from - start + i]! += highest[i]!;
      counts[from - start + i]! += 1;
    }
  }
  for (let i = 0; i < sums.length; i += 1) if (counts[i]! > 0) sums[i]! /= Math.sqrt(counts[i]!);
  const best = indexOfMax(sums, () => true);
  const beside = Math.round(besideSeconds * onsetsPerSecond) + driftOver(middle);
  const second = indexOfMax(sums, (i) => Math.abs(i - best) > beside);
  return { offset: best + start, lead: second < 0 ? 1 : sums[best]! / Math.max(1e-9, sums[second]!) };
}

/** The largest value within `reach` of each. */
function slidingMax(values: Float64Array, reach: number): Float64Array {
  const result = new Float64Array(values.length);
  const queue: number[] = [];
  let head = 0;
  for (let i = 0; i < values.length + reach; i += 1) {
    if (i < values.length) {
      while (queue.length > head && values[queue.at(-1)!]! <= values[i]!) queue.pop();
      queue.push(i);
    }
    if (queue[head]! < i - 2 * reach) head += 1;
    if (i >= reach) result[i - reach] = values[queue[head]!]!;
  }
  return result;
}

function indexOfMax(values: Float64Array, counts: (index: number) => boolean): number {
  let best = -1;
  for (let i = 0; i < values.length; i += 1)
    if (counts(i) && (best < 0 || values[i]! > values[best]!)) best = i;
  return best;
}

interface Match {
  readonly at: number;
  readonly offset: number;
  /** In standard deviations. */
  readonly fit: number;
}

/** A chunk's best match within `reach` of an offset, between two onset values; null if it wasn't compared there. */
function peakNear({ at, from, fits }: Chunk, offset: number, reach: number): Match | null {
  const [low, high] = [Math.max(1, offset - reach - from), Math.min(fits.length - 2, offset + reach - from)];
  if (low > high) return null;
  let best = low;
  for (let i = low; i <= high; i += 1) if (fits[i]! > fits[best]!) best = i;
  const [left, top, right] = [fits[best - 1]!, fits[best]!, fits[best + 1]!];
  const bend = left - 2 * top + right;
  const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend))) : 0;
  return { at, offset: from + best + shift, fit: top };
}

interface Line {
  readonly slope: number;
  readonly start: number;
}
const lineAt = ({ slope, start }: Line, at: number): number => start + slope * at;

/** The line through most matches: median of the slopes of all pairs (Theil–Sen), which outliers don't move. */
function fitLine(matches: readonly Match[]): Line | null {
  if (matches.length === 0) return null;
  const slopes = matches.flatMap((a, i) =>
    matches.slice(i + 1).map((b) => (b.offset - a.offset) / (b.at - a.at)),
  );
  const bound = maxDriftPpm / 1e6;
  const slope = slopes.length > 0 ? Math.max(-bound, Math.min(bound, median(slopes))) : 0;
  return { slope, start: median(matches.map(({ at, offset }) => offset - slope * at)) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
