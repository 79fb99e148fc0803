import { expect, test } from "vitest";
import { SONGS } from "../../../../demo/music/songs.ts";
import { addMusic } from "../../../testing/class-sounds.ts";
import { analysisRate, onsetsOf } from "../beat/onsets.ts";
import { proposeSpans } from "../beat/propose.ts";
import { featuresOf } from "./features.ts";
import { peaksOf } from "./peaks.ts";
import { segmentsOf } from "./segments.ts";

/** The same random numbers from -1 to 1 at each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
const sound = (seconds: number, at: (second: number) => number): Float32Array =>
  Float32Array.from({ length: Math.floor(seconds * analysisRate) }, (_unused, i) => at(i / analysisRate));
const silence = (seconds: number) => sound(seconds, () => 0);
const noise = (seconds: number, level: number, seed = 7) => {
  const random = randomNumbers(seed);
  return sound(seconds, () => level * random());
};
/** Words: voiced syllables of uneven length and pitch, hisses, and pauses. */
function talk(seconds: number, level = 0.3): Float32Array {
  const random = randomNumbers(11);
  const samples = new Float32Array(Math.floor(seconds * analysisRate));
  let at = 0;
  while (at < samples.length) {
    const isHiss = random() > 0.4;
    const length = Math.floor((0.09 + 0.08 * Math.abs(random())) * analysisRate);
    const pitch = 120 + 60 * random();
    for (let i = 0; i < length && at + i < samples.length; i += 1) {
      const envelope = Math.sin((Math.PI * i) / length) ** 2;
      const voice = [1, 2, 3, 5, 8].reduce(
        (sum, n) => sum + Math.sin((2 * Math.PI * pitch * n * i) / analysisRate) / n,
        0,
      );
      samples[at + i] = level * envelope * (isHiss ? 0.35 * random() : 0.5 * voice);
    }
    at += length + Math.floor((random() > 0.6 ? 0.45 : 0.07) * analysisRate * (1 + 0.4 * random()));
  }
  return samples;
}
/** A click on each beat, over a bass and a chord. */
const music = (seconds: number, bpm: number) => {
  const random = randomNumbers(5);
  return sound(seconds, (second) => {
    const since = second % (60 / bpm);
    const click = Math.exp(-since * 60) * random();
    const tone = (hertz: number) => Math.sin(2 * Math.PI * hertz * second);
    return 0.5 * click + 0.15 * tone(65) + 0.06 * (tone(262) + tone(330) + tone(392));
  });
};
const joined = (...parts: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const mixed = (one: Float32Array, other: Float32Array) => one.map((sample, i) => sample + other[i]!);
const segments = (samples: Float32Array) =>
  segmentsOf(
    featuresOf(samples, analysisRate, proposeSpans(onsetsOf(samples))),
    Math.round((samples.length / analysisRate) * 1000),
  );
/** Kinds with their borders in seconds, which may be off by `tolerance`. */
function expectSegments(samples: Float32Array, expected: readonly (readonly [string, number])[]): void {
  const found = segments(samples);
  expect(found.map(({ kind }) => kind)).toEqual(expected.map(([kind]) => kind));
  for (const [at, [, endSecond]] of expected.entries())
    expect(Math.abs(found[at]!.endMs / 1000 - endSecond)).toBeLessThanOrEqual(tolerance);
}
const tolerance = 3;
const lesson = () => joined(silence(8), talk(40), music(60, 96), talk(30), music(60, 120), silence(10));
const lessonSegments = [
  ["silence", 8],
  ["talk", 48],
  ["music", 108],
  ["talk", 138],
  ["music", 198],
  ["silence", 208],
] as const;

test("divides a lesson into silence, talk and music", () => {
  expectSegments(lesson(), lessonSegments);
});

test("divides a lesson in a noisy room alike", () => {
  const samples = lesson();
  expectSegments(mixed(samples, noise(208, 0.01)), lessonSegments);
});

test("takes music under a voice for music", () => {
  expectSegments(mixed(music(60, 104), talk(60, 0.1)), [["music", 60]]);
});

test("takes the demo's music for music, in every style", () => {
  for (const style of Object.keys(SONGS)) {
    const samples = new Float32Array(60 * analysisRate);
    addMusic(samples, style, 120, "full", 0, 60);
    const found = segments(samples).filter(({ kind }) => kind === "music");
    const musicMs = found.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(musicMs, style).toBeGreaterThan(58_000);
  }
});

test("takes the noise of a room for silence, and finds nothing in no sound", () => {
  expectSegments(noise(30, 0.05), [["silence", 30]]);
  expectSegments(silence(30), [["silence", 30]]);
  expect(segments(new Float32Array(0))).toEqual([]);
});

test("divides a quiet recording like a loud one", () => {
  expectSegments(
    lesson().map((sample) => sample * 0.3),
    lessonSegments,
  );
});

test("draws the largest deflection of each 20 ms", () => {
  const samples = joined(
    silence(0.1),
    noise(0.1, 1),
    sound(0.05, () => -0.5),
  );
  const peaks = [...peaksOf(samples, analysisRate)];
  expect(peaks).toHaveLength(13);
  expect(peaks.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(Math.min(...peaks.slice(6, 9))).toBeGreaterThan(230);
  expect(peaks.at(-1)).toBe(128);
});
