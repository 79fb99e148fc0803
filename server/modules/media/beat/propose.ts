/**
 * Proposes tempo and beats of music from its onsets. Autocorrelation finds a rough tempo for each window. Each tempo is
 * then refined by how well a pulse of constant tempo fits the whole span. Sound alone doesn't say which beat is the
 * "one": the instructor sets that. Pure.
 */
import { onsetsPerSecond } from "./onsets.ts";

/** A span of constant tempo. Beat n falls at `firstBeatMs + n * 60000 / bpm`; `confidence`: 0 to 1. */
export interface ProposedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly bpm: number;
  readonly firstBeatMs: number;
  readonly confidence: number;
}

const slowest = 60;
const fastest = 200;
/** Most common tempo of dance music, and the width of the prior around it in octaves. */
const usualBpm = 105;
const octaves = 0.9;
const windowSeconds = 16;
const windowHopSeconds = 4;
/** Tempos that differ by less than this share count as one tempo. */
const sameTempo = 0.02;
/** Shorter spans are transitions between two pieces of music. */
const minSeconds = 16;
/** Best pulse strength measured in real music; counts as full confidence. */
const fullStrength = 0.35;

/** Spans of constant tempo, ascending, without overlap; empty if the sound has no pulse. */
export function proposeSpans(onsets: Float32Array): ProposedSpan[] {
  const length = Math.round(windowSeconds * onsetsPerSecond);
  const step = Math.round(windowHopSeconds * onsetsPerSecond);
  const runs: { from: number; to: number; bpms: number[] }[] = [];
  for (let from = 0; from === 0 || from + length <= onsets.length; from += step) {
    const to = Math.min(onsets.length, from + length);
    const bpm = tempoOf(onsets.subarray(from, to));
    const last = runs.at(-1);
    const isSame = last && bpm !== null && Math.abs(Math.log(bpm / median(last.bpms))) < sameTempo;
    if (isSame) {
      last.to = to;
      last.bpms.push(bpm);
    } else if (bpm !== null) runs.push({ from, to, bpms: [bpm] });
  }
  const spans: ProposedSpan[] = [];
  const ms = (frame: number) => Math.round((frame / onsetsPerSecond) * 1000);
  for (const run of runs) {
    // Windows overlap the next span: neighbors share the overlap.
    const last = spans.at(-1);
    const from = last ? Math.max(run.from, Math.round((last.endMs / 1000) * onsetsPerSecond)) : run.from;
    if (run.to - from < minSeconds * onsetsPerSecond && onsets.length > length) continue;
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

/** Tempo with the strongest autocorrelation in a window; null for silence. */
function tempoOf(window: Float32Array): number | null {
  const mean = window.reduce((sum, value) => sum + value, 0) / window.length;
  if (mean < 1e-4) return null;
  const most = Math.min(window.length - 1, Math.ceil((60 / slowest) * onsetsPerSecond * 4) + 1);
  const correlation = new Float64Array(most + 1);
  for (let lag = 1; lag <= most; lag += 1) {
    let sum = 0;
    for (let i = lag; i < window.length; i += 1) sum += (window[i]! - mean) * (window[i - lag]! - mean);
    correlation[lag] = sum / (window.length - lag);
  }
  const at = (lag: number) => {
    const low = Math.floor(lag);
    return (correlation[low] ?? 0) * (1 - lag + low) + (correlation[low + 1] ?? 0) * (lag - low);
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

/** The tempo near `bpm` whose pulse fits a span best, its first beat (in onset values), and how well the pulse fits. */
function refine(
  onsets: Float32Array,
  bpm: number,
): { readonly bpm: number; readonly beat: number; readonly confidence: number } {
  const seconds = onsets.length / onsetsPerSecond;
  const sum = onsets.reduce((all, value) => all + value, 0);
  // A tempo that is wrong by this much drifts half a beat by the end of the span.
  const fine = 15 / seconds / 4;
  let best = { bpm, strength: 0, angle: 0 };
  for (let near = bpm * (1 - sameTempo); near <= bpm * (1 + sameTempo); near += fine) {
    const { strength, angle } = pulse(onsets, near);
    if (strength > best.strength) best = { bpm: near, strength, angle };
  }
  const rounded = Math.round(best.bpm * 100) / 100;
  const period = (60 / rounded) * onsetsPerSecond;
  const beat = findBeatOffset(onsets, period, (best.angle / (2 * Math.PI)) * period);
  const confidence = sum > 0 ? Math.min(1, best.strength / sum / fullStrength) : 0;
  return { bpm: rounded, beat, confidence: Math.round(confidence * 100) / 100 };
}

/** Strength and phase (an angle) of the onsets' clustering within a beat. */
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

/**
 * Position within a beat with the most onset energy, less than half a beat from `near`, the peak of the smooth pulse.
 */
function findBeatOffset(onsets: Float32Array, period: number, near: number): number {
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
    // Prefers beats to the onsets between them: positions near the smooth pulse's peak get a small bonus.
    const score = sum * (1 + 0.35 * Math.cos((2 * Math.PI * offset) / period));
    if (score > most) [most, best] = [score, begin];
  }
  // An onset value covers the samples after its position.
  return (best + 0.5 + period) % period;
}
