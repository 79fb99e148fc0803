/**
 * Aligns a recording of a dancer with the class by their sound. Compares onsets rather than waveforms. Room acoustics, small microphones
 * and slowed music therefore don't matter. Pure.
 */
import { correlate } from "../../../../contract/correlation.ts";

/** Onset frames per second: two milliseconds each. */
const ONSETS_PER_S = 500;

/** Onset strength, `ONSETS_PER_S` values per second with zero mean. `samples` is mono at `sampleRate`. */
export function onsets(samples: Float32Array, sampleRate: number): Float32Array {
  const hop = sampleRate / ONSETS_PER_S;
  const length = Math.floor(samples.length / hop);
  const level = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    let sum = 0;
    const end = Math.floor((i + 1) * hop);
    // The difference of neighboring samples removes rumble and emphasizes hits.
    for (let k = Math.max(1, Math.floor(i * hop)); k < end; k++) sum += (samples[k]! - samples[k - 1]!) ** 2;
    level[i] = (sum / hop) ** 0.3;
  }
  const rises = new Float32Array(length);
  const reach = 5;
  for (let i = reach; i < length; i++) rises[i] = Math.max(0, level[i]! - level[i - reach]!);
  const mean = rises.reduce((sum, value) => sum + value, 0) / Math.max(1, length);
  for (let i = 0; i < length; i++) rises[i]! -= mean;
  return rises;
}

/** Resamples `signal` as if it were played at `rate`. */
function stretched(signal: Float32Array, rate: number): Float32Array {
  if (rate === 1) return signal;
  const length = Math.floor(signal.length / rate);
  return Float32Array.from({ length }, (_unused, i) => {
    const at = i * rate;
    const low = Math.floor(at);
    const share = at - low;
    return (signal[low] ?? 0) * (1 - share) + (signal[low + 1] ?? 0) * share;
  });
}

export interface LineUp {
  /** Milliseconds of real time from the start of the class's section to the start of the take. */
  readonly offsetMs: number;
  /** Quality of the match, 0 to 1. */
  readonly fit: number;
  /** False if the room was too loud or the class is not audible; `offsetMs` is then the expected offset. */
  readonly isSure: boolean;
}

/** Maximum distance from the expected offset: music repeats every beat, so matches further away are not trusted. */
const REACH_MS = 400;
const LEAST_FIT = 0.12;
/** Minimum ratio of the best match to matches that are not next to it. */
const LEAST_LEAD = 1.03;
/** Width of the prior around the expected offset: enough to choose between two similar matches, and no more. */
const LIKELY_MS = 500;

/**
 * @param heard onsets of the class's section, at the class's own tempo
 * @param taken onsets of the take
 * @param rate the tempo that was danced
 * @param expectedMs `offsetMs` according to the clocks
 */
export function lineUp(heard: Float32Array, taken: Float32Array, rate: number, expectedMs: number): LineUp {
  const class_ = stretched(heard, rate);
  const expected = Math.round((expectedMs / 1000) * ONSETS_PER_S);
  const reach = Math.round((REACH_MS / 1000) * ONSETS_PER_S);
  const fits = correlate(class_, taken, expected - reach, expected + reach);
  const likely = (LIKELY_MS / 1000) * ONSETS_PER_S;
  for (let i = 0; i < fits.length; i++) fits[i]! *= Math.exp(-(((i - reach) / likely) ** 2) / 2);
  let best = 0;
  for (let i = 1; i < fits.length; i++) if (fits[i]! > fits[best]!) best = i;
  const beside = Math.round(0.06 * ONSETS_PER_S);
  let second = 0;
  for (let i = 0; i < fits.length; i++)
    if (Math.abs(i - best) > beside && fits[i]! > second) second = fits[i]!;
  const fit = Math.max(0, fits[best]!);
  const isSure = fit >= LEAST_FIT && fit >= second * LEAST_LEAD && best > 0 && best < fits.length - 1;
  // Parabolic interpolation through the three best gives an offset between two frames.
  const [left, top, right] = [fits[best - 1] ?? 0, fits[best]!, fits[best + 1] ?? 0];
  const bend = left - 2 * top + right;
  const shift = bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend)));
  const offsetMs = isSure ? ((expected - reach + best + shift) / ONSETS_PER_S) * 1000 : expectedMs;
  return { offsetMs, fit, isSure };
}
