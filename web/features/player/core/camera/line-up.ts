/**
 * Where a recording of somebody dancing belongs in the class: its sound against the class's, by when things begin to sound rather than by
 * the waves themselves, so that a room, a small microphone and slowed music don't matter. Pure.
 */
import { correlate } from "./correlation.ts";

/** Steps a second in which onsets are measured: two milliseconds each. */
const ONSETS_PER_S = 500;

/** How strongly something begins to sound, `ONSETS_PER_S` times a second; mean zero. `samples` is mono at `sampleRate`. */
export function onsets(samples: Float32Array, sampleRate: number): Float32Array {
  const hop = sampleRate / ONSETS_PER_S;
  const length = Math.floor(samples.length / hop);
  const level = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    let sum = 0;
    const end = Math.floor((i + 1) * hop);
    // The difference of neighbouring samples leaves out rumble and lets hits stand out.
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

/** `signal` as it would be if it were played at `rate`. */
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
  /** Milliseconds of real time from the beginning of the class's stretch to the beginning of the take. */
  readonly offsetMs: number;
  /** How well they fit, 0 to 1. */
  readonly fit: number;
  /** False where the room was too loud, or nothing of the class was heard: then `offsetMs` is what was expected. */
  readonly isSure: boolean;
}

/** Further than this from what the clocks say nothing is believed: music repeats itself every beat. */
const REACH_MS = 400;
const LEAST_FIT = 0.12;
/** How far the best place must stand out from places that are not beside it. */
const LEAST_LEAD = 1.03;
/** How much less a place counts the further it is from what the clocks say: enough to choose between two like ones, and no more. */
const LIKELY_MS = 500;

/**
 * @param heard onsets of the class's stretch, at the class's own tempo
 * @param taken onsets of the take
 * @param rate the tempo it was danced at
 * @param expectedMs `offsetMs` as the clocks have it
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
  // Between two steps the top of a parabola through the three best tells more.
  const [left, top, right] = [fits[best - 1] ?? 0, fits[best]!, fits[best + 1] ?? 0];
  const bend = left - 2 * top + right;
  const shift = bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * bend)));
  const offsetMs = isSure ? ((expected - reach + best + shift) / ONSETS_PER_S) * 1000 : expectedMs;
  return { offsetMs, fit, isSure };
}
