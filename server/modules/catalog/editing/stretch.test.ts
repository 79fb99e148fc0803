import { expect, test } from "vitest";
import { angleKeys } from "../../../../contract/angles.ts";
import { commonStretch, moveGrid } from "./stretch.ts";
import type { SourceVideoRow } from "./store-sources.ts";

const span = { startMs: 10_000, endMs: 20_000, bpm: 120, firstBeatMs: 12_000 };
const whole = { beatGrid: [span], beatGridOutside: [] };

test("removes a tempo section of a trimmed class whose first beat is cut off", () => {
  expect(moveGrid(whole, -4000, 8000).beatGrid).toEqual([]);
  expect(moveGrid(whole, -4000, 8001).beatGrid).toEqual([
    { ...span, startMs: 6000, endMs: 8001, firstBeatMs: 8000 },
  ]);
  expect(moveGrid(whole, -16_000, 30_000).beatGrid).toEqual([
    { ...span, startMs: 0, endMs: 4000, firstBeatMs: 0 },
  ]);
});

test("keeps the counts of what is cut off for the video that has it", () => {
  for (const [byMs, durationMs] of [
    [-4000, 8000],
    [-4000, 9000],
    [-16_000, 30_000],
    [-14_000, 3000],
    [-40_000, 30_000],
  ] as const)
    expect(moveGrid(moveGrid(whole, byMs, durationMs), -byMs, 60_000)).toEqual(whole);
});

test("uses what six views with six starts have in common, each in its own time", () => {
  const starts = [0, 3000, -2000, 1500, 500, -4000];
  const view = (at: number): SourceVideoRow => ({
    angle: angleKeys[at]!,
    sourceVideoId: String(at),
    fileName: "class.mp4",
    sizeBytes: 1000,
    state: "ready",
    refusal: null,
    durationMs: 20_000,
    alignedTo: at === 0 ? null : "0",
    offsetMs: starts[at]!,
    driftPpm: 0,
    confidence: at === 0 ? null : 1,
    hasAlignmentFailed: false,
  });
  const [main, ...others] = starts.map((_start, at) => view(at));
  const used = commonStretch(main!, others, { fromMs: null, toMs: null });
  // From the last start, 3 s, to the first end, 16 s.
  expect([main!, ...others].map(used)).toEqual(
    starts.map((start, at) => ({
      sourceVideoId: String(at),
      fromMs: start === 3000 ? null : 3000 - start,
      toMs: start === -4000 ? null : 16_000 - start,
      driftPpm: 0,
    })),
  );
});
