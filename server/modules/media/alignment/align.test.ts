import { expect, test } from "vitest";
import { analysisRate, onsetsOf } from "../beat/onsets.ts";
import { align, sureConfidence } from "./align.ts";
import { randomOf, record, soundOfClass } from "../../../testing/class-sounds.ts";
import type { Recorder } from "../../../testing/class-sounds.ts";

/** A frame at 30 frames per second. */
const frameMs = 1000 / 30;
const styles = [
  ["hip-hop", 150],
  ["house", 120],
  ["afro", 132],
] as const;
const classes = styles.map(([style, frames], i) => soundOfClass(style, frames, 260, i + 1));
const recorder = (part: Partial<Recorder>): Recorder => ({
  fromSeconds: 0,
  seconds: 120,
  driftPpm: 0,
  room: 1,
  noise: 0.1,
  ...part,
});
const heardBy = (sound: Float32Array, part: Partial<Recorder>) => onsetsOf(record(sound, recorder(part)));

test("aligns 40 pairs with noise, other rooms and drift to within a frame, from start to end", () => {
  const random = randomOf(40);
  let sure = 0;
  for (let i = 0; i < 40; i += 1) {
    const sound = classes[i % classes.length]!;
    const main = recorder({ fromSeconds: random() * 60, seconds: 90 + random() * 90, room: i + 1 });
    const other = recorder({
      fromSeconds: main.fromSeconds - 20 + random() * 40,
      seconds: 80 + random() * 100,
      driftPpm: Math.round((random() - 0.5) * 200),
      room: 100 + i,
      noise: random() * 0.6,
    });
    const found = align(onsetsOf(record(sound, main)), onsetsOf(record(sound, other)));
    const offsetMs = (other.fromSeconds - main.fromSeconds) * 1000;
    expect(Math.abs(found!.offsetMs - offsetMs)).toBeLessThan(frameMs);
    const drifted = (driftPpm: number) => (other.seconds * 1000 * driftPpm) / 1e6;
    const errorAtEnd = found!.offsetMs - offsetMs - drifted(found!.driftPpm) + drifted(other.driftPpm);
    expect(Math.abs(errorAtEnd)).toBeLessThan(frameMs);
    if (found!.confidence >= sureConfidence) sure += 1;
  }
  expect(sure).toBeGreaterThanOrEqual(36);
});

test("aligns recordings that start up to five minutes apart, and isn’t sure of others", () => {
  const sound = soundOfClass("house", 120, 400, 9);
  const whole = heardBy(sound, { seconds: 400 });
  const late = (fromSeconds: number) => heardBy(sound, { fromSeconds, seconds: 400 - fromSeconds, room: 5 });
  for (const [found, offsetMs] of [
    [align(whole, late(299)), 299_000],
    [align(late(299), whole), -299_000],
  ] as const) {
    expect(Math.abs(found!.offsetMs - offsetMs)).toBeLessThan(frameMs);
    expect(found!.confidence).toBeGreaterThanOrEqual(sureConfidence);
  }
  for (const found of [align(whole, late(330)), align(late(330), whole)])
    expect(found?.confidence ?? 0).toBeLessThan(sureConfidence);
});

test("isn’t sure about two sounds that have nothing in common", () => {
  for (const [i, sound] of classes.entries()) {
    const other = classes[(i + 1) % classes.length]!;
    const found = align(heardBy(sound, {}), heardBy(other, { fromSeconds: 20, room: 2 }));
    expect(found?.confidence ?? 0).toBeLessThan(sureConfidence);
  }
});

test("aligns recordings of twenty seconds", () => {
  const found = align(
    heardBy(classes[1]!, { fromSeconds: 6, seconds: 20 }),
    heardBy(classes[1]!, { fromSeconds: 9, seconds: 22, room: 4 }),
  );
  expect(Math.abs(found!.offsetMs - 3000)).toBeLessThan(frameMs);
});

test("isn't sure about another class with the same music", () => {
  for (const [i, [style, frames]] of styles.entries()) {
    const other = soundOfClass(style, frames, 140, 50 + i);
    const found = align(heardBy(classes[i]!, { fromSeconds: 20 }), heardBy(other, { room: 2 }));
    expect(found?.confidence ?? 0).toBeLessThan(sureConfidence);
  }
});

test("isn't sure about a loop that sounds the same in every place", () => {
  const loop = classes[0]!.subarray(0, Math.round(7.77 * analysisRate));
  const sound = Float32Array.from({ length: 20 * loop.length }, (_unused, i) => loop[i % loop.length]!);
  const found = align(heardBy(sound, {}), heardBy(sound, { fromSeconds: 3 * 7.77, room: 3 }));
  expect(found?.confidence ?? 0).toBeLessThan(sureConfidence);
});

test("says nothing about silence, and about recordings of a few seconds", () => {
  const main = heardBy(classes[0]!, {});
  expect(align(main, new Float32Array(main.length))).toBeNull();
  expect(align(main, heardBy(classes[0]!, { seconds: 4 }))).toBeNull();
});
