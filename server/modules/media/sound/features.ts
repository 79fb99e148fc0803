/** Measures by which talk, music and silence differ. Pure. */
import { onsetsOf, onsetsPerSecond } from "../beat/onsets.ts";
import type { ProposedSpan } from "../beat/propose.ts";

/** Samples of a frame: 23 ms at the sample rate of the analysis. */
const frameSize = 256;
/** Time between two measures, milliseconds. */
export const stepMs = 500;
/** Sound around a moment that is measured: syllables and pauses of a sentence, and several beats. Milliseconds. */
const windowMs = 3_000;
/** A pattern of several beats shows over more sound. Milliseconds. */
const beatWindowMs = 10_000;
/** Spans end with their last whole window, which is up to this long before the music does. Milliseconds. */
const spanEndsEarlyMs = 4_000;

/** Measures of the sound around a moment. Values without a unit are from 0 to 1. */
export interface Features {
  /** Root mean square, decibels relative to full scale. */
  readonly level: number;
  /** Share of frames much quieter than their surroundings: high between words. */
  readonly pauses: number;
  /** Share of frames with far more zero crossings than their surroundings: hisses of speech. */
  readonly hisses: number;
  /** How flat the spectrum is: 1 for noise. */
  readonly flatness: number;
  /** How well onsets repeat after whole beats. */
  readonly beat: number;
}

interface Frame {
  readonly energy: number;
  readonly crossings: number;
}

/**
 * Measures sound every half second.
 * @param samples mono, at `rate` per second
 * @param spans detected in them
 */
export function featuresOf(samples: Float32Array, rate: number, spans: readonly ProposedSpan[]): Features[] {
  const frames = framesOf(samples);
  const framesPerMs = rate / frameSize / 1000;
  const onsets = smoothed(onsetsOf(samples));
  const steps = Math.ceil((samples.length / rate) * (1000 / stepMs));
  return Array.from({ length: steps }, (_unused, step) => {
    const atMs = (step + 0.5) * stepMs;
    const near = (halfMs: number) =>
      frames.slice(
        Math.max(0, Math.floor((atMs - halfMs) * framesPerMs)),
        Math.max(1, Math.ceil((atMs + halfMs) * framesPerMs)),
      );
    const around = near(windowMs / 2);
    const energy = mean(around.map((frame) => frame.energy));
    const crossings = mean(around.map((frame) => frame.crossings));
    const share = (holds: (frame: Frame) => boolean) =>
      around.length > 0 ? around.filter(holds).length / around.length : 0;
    return {
      level: 10 * Math.log10(mean(near(stepMs / 2).map((frame) => frame.energy)) + 1e-10),
      pauses: share((frame) => frame.energy < energy * 0.1),
      hisses: share((frame) => frame.crossings > crossings * 1.8),
      flatness: flatnessAt(samples, Math.round((atMs / 1000) * rate)),
      beat: beatAt(onsets, spans, atMs),
    };
  });
}

const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;

function framesOf(samples: Float32Array): Frame[] {
  return Array.from({ length: Math.floor(samples.length / frameSize) }, (_unused, frame) => {
    const from = frame * frameSize;
    let energy = 0;
    let crossings = 0;
    for (let i = from; i < from + frameSize; i += 1) {
      energy += samples[i]! ** 2;
      if (i > from && samples[i]! < 0 !== samples[i - 1]! < 0) crossings += 1;
    }
    return { energy: energy / frameSize, crossings };
  });
}

/** Each value with its neighbors, so that a hit that comes some milliseconds late still counts as the same. */
const smoothed = (values: Float32Array): Float32Array =>
  values.map((value, i) => (2 * value + (values[i - 1] ?? 0) + (values[i + 1] ?? 0)) / 4);

/** Geometric mean by arithmetic mean of the power spectrum around a sample, averaged over bands so that one measurement suffices. */
function flatnessAt(samples: Float32Array, middle: number): number {
  const size = 512;
  const bands = 32;
  const power = new Float64Array(bands);
  for (let part = -4; part < 4; part += 1) {
    const from = middle + part * size;
    if (from < 0 || from + size > samples.length) continue;
    const spectrum = spectrumOf(samples.subarray(from, from + size));
    // Without the lowest band, where rooms hum.
    for (let bin = 8; bin < size / 2; bin += 1)
      power[Math.floor((bin * bands * 2) / size)]! += spectrum[bin]!;
  }
  const used = [...power.subarray(1)].map((value) => value + 1e-12);
  const geometric = Math.exp(mean(used.map((value) => Math.log(value))));
  return geometric / mean(used);
}

/** Power at each frequency of a power of two of samples, with a Hann window: a radix-2 FFT. */
function spectrumOf(samples: Float32Array): Float64Array {
  const size = samples.length;
  const re = Float64Array.from(
    samples,
    (sample, i) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)),
  );
  const im = new Float64Array(size);
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!];
  }
  for (let length = 2; length <= size; length *= 2)
    for (let from = 0; from < size; from += length)
      for (let k = 0; k < length / 2; k += 1) {
        const [low, high] = [from + k, from + k + length / 2];
        const angle = (-2 * Math.PI * k) / length;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const [x, y] = [re[high]! * cos - im[high]! * sin, re[high]! * sin + im[high]! * cos];
        [re[high], im[high]] = [re[low]! - x, im[low]! - y];
        [re[low], im[low]] = [re[low]! + x, im[low]! + y];
      }
  return re.map((value, i) => value ** 2 + im[i]! ** 2);
}

/**
 * How alike the onsets around a moment are to those some beats later: 1 for a loop, about 0 for talk and outside of every span of tempo.
 * Patterns repeat after one, two, four or eight beats; syncopated ones seldom fall on the beat.
 */
function beatAt(onsets: Float32Array, spans: readonly ProposedSpan[], atMs: number): number {
  const span = spans.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs + spanEndsEarlyMs);
  if (!span) return 0;
  const toOnset = (ms: number) => Math.max(0, Math.round((ms / 1000) * onsetsPerSecond));
  const near = onsets.subarray(toOnset(atMs - beatWindowMs / 2), toOnset(atMs + beatWindowMs / 2));
  const beat = (60 / span.bpm) * onsetsPerSecond;
  return Math.max(0, ...[1, 2, 4, 8].map((beats) => likeness(near, Math.round(beats * beat))));
}

/** Correlation of values with those `lag` later, -1 to 1; 0 if fewer than half of them have one. */
function likeness(values: Float32Array, lag: number): number {
  const length = values.length - lag;
  if (length < values.length / 2) return 0;
  const [one, other] = [values.subarray(0, length), values.subarray(lag)];
  const [meanOne, meanOther] = [mean([...one]), mean([...other])];
  let [both, first, second] = [0, 0, 0];
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [one[i]! - meanOne, other[i]! - meanOther];
    both += x * y;
    first += x * x;
    second += y * y;
  }
  return first > 0 && second > 0 ? both / Math.sqrt(first * second) : 0;
}
