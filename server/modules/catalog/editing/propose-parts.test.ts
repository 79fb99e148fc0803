import { expect, test } from "vitest";
import { proposeParts } from "./propose-parts.ts";

/** At 96 BPM an eight lasts 5 s; the first begins at 0:02. */
const grid = [
  { startMs: 0, endMs: 120_000, bpm: 96, firstBeatMs: 2_000 },
  { startMs: 120_000, endMs: 240_000, bpm: 120, firstBeatMs: 121_000 },
];
const segment = (kind: "silence" | "talk" | "music", startSecond: number, endSecond: number) => ({
  kind,
  startMs: startSecond * 1000,
  endMs: endSecond * 1000,
});

test("proposes talk and music as parts from eight to eight, divided where the tempo changes", () => {
  const segments = [
    segment("silence", 0, 1),
    segment("talk", 1, 38.4),
    segment("music", 38.4, 180.2),
    segment("talk", 180.2, 200),
    segment("music", 200, 236),
    segment("silence", 236, 240),
  ];
  expect(proposeParts(segments, grid, 240_000)).toEqual([
    { sound: "talk", kind: "breakdown", startMs: 2_000, endMs: 37_000 },
    { sound: "music", kind: "slow", startMs: 37_000, endMs: 121_000 },
    { sound: "music", kind: "counts", startMs: 121_000, endMs: 181_000 },
    { sound: "talk", kind: "breakdown", startMs: 181_000, endMs: 201_000 },
    { sound: "music", kind: "full_out", startMs: 201_000, endMs: 237_000 },
  ]);
});

test("leaves out short sounds, and keeps their own borders without counts", () => {
  const segments = [segment("music", 0, 61.23), segment("talk", 61.23, 64), segment("music", 64, 90)];
  expect(proposeParts(segments, [], 90_000)).toEqual([
    { sound: "music", kind: "counts", startMs: 0, endMs: 61_200 },
    { sound: "music", kind: "full_out", startMs: 64_000, endMs: 90_000 },
  ]);
  expect(proposeParts([segment("silence", 0, 90)], [], 90_000)).toEqual([]);
});
