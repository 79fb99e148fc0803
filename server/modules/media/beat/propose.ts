/**
 * Tempo and beats of music, proposed from its onsets: each stretch by how it repeats itself, then exactly by how well a pulse of one
 * tempo stays with it. Which beat is the one, nobody hears from the sound alone: that is the instructor's to say. Pure.
 */
import { onsetsPerSecond } from "./onsets.ts";

/** A stretch of even tempo. Beat n falls at `firstBeatMs + n * 60000 / bpm`; `confidence`: 0 to 1. */
export interface ProposedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly bpm: number;
  readonly firstBeatMs: number;
  readonly confidence: number;
}

const slowest = 60;
const fastest = 200;
/** What people dance to most, and how much rarer an octave from it is. */
const usualBpm = 105;
const octaves = 0.9;
const windowSeconds = 16;
const windowHopSeconds = 4;
/** Tempos nearer than this are one tempo. */
const same = 0.02;
/** Shorter stretches are between two pieces of music. */
const shortestSeconds = 16;
/** How far a stretch's pulse holds together at best in real music: that is full confidence. */
const holdsTogether = 0.35;

/** Spans of even tempo, ascending, without overlap. None where nothing pulses. */
export function proposeSpans(onsets: Float32Array): ProposedSpan[] {
  const length = Math.round(windowSeconds * onsetsPerSecond);
  const step = Math.round(windowHopSeconds * onsetsPerSecond);
  const runs: { from: number; to: number; bpms: number[] }[] = [];
  for (let from = 0; from === 0 || from + length <= onsets.length; from += step) {
    const to = Math.min(onsets.length, from + length);
    const bpm = tempoOf(onsets.subarray(from, to));
    const last = runs.at(-1);
    const isSame = last && bpm !== null && Math.abs(Math.log(bpm / median(last.bpms))) < same;
    if (isSame) {
      last.to = to;
      last.bpms.push(bpm);
    } else if (bpm !== null) runs.push({ from, to, bpms: [bpm] });
  }
  const spans: ProposedSpan[] = [];
  const ms = (frame: number) => Math.round((frame / onsetsPerSecond) * 1000);
  for (const run of runs) {
    // Windows reach into what follows: neighbours share what lies between them.
    const last = spans.at(-1);
    const from = last ? Math.max(run.from, Math.round((last.endMs / 1000) * onsetsPerSecond)) : run.from;
    if (run.to - from < shortestSeconds * onsetsPerSecond && onsets.length > length) continue;
    const { bpm, beat, confidence } = refine(onsets.subarray(from, run.to), median(run.bpms));
    const period = 60_000 / bpm;
    const firstBeatMs = ms(from) + (((beat / onsetsPerSecond) * 1000) % period);
    spans.push({
      startMs: ms(from),
      endMs: ms(run.to),
      bpm,
      firstBeatMs: Math.round(firstBeatMs),
      confidence,
    });
  }
  return spans;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The tempo at which a window repeats itself most; null where it is silent. */
function tempoOf(window: Float32Array): number | null {
  const mean = window.reduce((sum, value) => sum + value, 0) / window.length;
  if (mean < 1e-4) return null;
  const most = Math.min(window.length - 1, Math.ceil((60 / slowest) * onsetsPerSecond * 4) + 1);
  const alike = new Float64Array(most + 1);
  for (let lag = 1; lag <= most; lag += 1) {
    let sum = 0;
    for (let i = lag; i < window.length; i += 1) sum += (window[i]! - mean) * (window[i - lag]! - mean);
    alike[lag] = sum / (window.length - lag);
  }
  const at = (lag: number) => {
    const low = Math.floor(lag);
    return (alike[low] ?? 0) * (1 - lag + low) + (alike[low + 1] ?? 0) * (lag - low);
  };
  let best = slowest;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let bpm = slowest; bpm <= fastest; bpm *= 1.0025) {
    const lag = (60 / bpm) * onsetsPerSecond;
    const repeats = at(lag) + 0.9 * at(2 * lag) + 0.5 * at(3 * lag) + 0.9 * at(4 * lag);
    const usual = Math.exp(-((Math.log2(bpm / usualBpm) / octaves) ** 2 / 2));
    const score = repeats * usual;
    if (score > bestScore) [best, bestScore] = [bpm, score];
  }
  return bestScore > 0 ? best : null;
}

/** The tempo near `bpm` whose pulse stays with a stretch best, where its first beat falls (in onset values), and how well it stays. */
function refine(
  onsets: Float32Array,
  bpm: number,
): { readonly bpm: number; readonly beat: number; readonly confidence: number } {
  const seconds = onsets.length / onsetsPerSecond;
  const sum = onsets.reduce((all, value) => all + value, 0);
  // A pulse that is off by this much is half a beat away at the end.
  const fine = 15 / seconds / 4;
  let best = { bpm, strength: 0, angle: 0 };
  for (let near = bpm * (1 - same); near <= bpm * (1 + same); near += fine) {
    const { strength, angle } = pulse(onsets, near);
    if (strength > best.strength) best = { bpm: near, strength, angle };
  }
  const rounded = Math.round(best.bpm * 100) / 100;
  const period = (60 / rounded) * onsetsPerSecond;
  const beat = sharpest(onsets, period, (best.angle / (2 * Math.PI)) * period);
  const confidence = sum > 0 ? Math.min(1, best.strength / sum / holdsTogether) : 0;
  return { bpm: rounded, beat, confidence: Math.round(confidence * 100) / 100 };
}

/** How strongly onsets gather at one place of a beat, and at which, as an angle. */
function pulse(onsets: Float32Array, bpm: number): { readonly strength: number; readonly angle: number } {
  const turn = (2 * Math.PI * bpm) / 60 / onsetsPerSecond;
  const [stepRe, stepIm] = [Math.cos(turn), Math.sin(turn)];
  let [re, im] = [0, 0];
  let [turnRe, turnIm] = [1, 0];
  for (const value of onsets) {
    re += value * turnRe;
    im += value * turnIm;
    [turnRe, turnIm] = [turnRe * stepRe - turnIm * stepIm, turnRe * stepIm + turnIm * stepRe];
  }
  return { strength: Math.hypot(re, im), angle: (Math.atan2(im, re) + 2 * Math.PI) % (2 * Math.PI) };
}

/** The place within a beat where most begins, near neither half: `near` is where a smooth pulse has its top. */
function sharpest(onsets: Float32Array, period: number, near: number): number {
  let best = near;
  let most = -1;
  for (let offset = -period / 2; offset < period / 2; offset += 0.25) {
    const begin = near + offset;
    let sum = 0;
    for (let at = begin; at < onsets.length; at += period) {
      const low = Math.floor(at);
      if (low < 0) continue;
      sum += onsets[low]! * (1 - at + low) + (onsets[low + 1] ?? 0) * (at - low);
    }
    // Beats rather than what is between them: the smooth pulse's own place is worth a little.
    const score = sum * (1 + 0.35 * Math.cos((2 * Math.PI * offset) / period));
    if (score > most) [most, best] = [score, begin];
  }
  // A value stands for the samples after it.
  return (best + 0.5 + period) % period;
}
