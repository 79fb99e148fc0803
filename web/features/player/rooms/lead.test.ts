import fc from "fast-check";
import { expect, test } from "vitest";
import { follow, isAsLed, type LeadState, positionAt } from "./lead.ts";

const playing: LeadState = {
  positionMs: 10_000,
  at: 1_000_000,
  isPlaying: true,
  rate: 0.8,
  loopStartMs: null,
  loopEndMs: null,
};

test("extrapolates a leader's position with tempo, scheduled start and loop", () => {
  expect(positionAt(playing, 1_001_000)).toBe(10_800);
  expect(positionAt(playing, 999_000)).toBe(10_000);
  expect(positionAt({ ...playing, isPlaying: false }, 1_001_000)).toBe(10_000);
  const loop = { ...playing, rate: 1, loopStartMs: 8_000, loopEndMs: 12_000 };
  expect(positionAt(loop, 1_002_500)).toBe(8_500);
  expect(positionAt(loop, 1_006_500)).toBe(8_500);
});

test("sends nothing while a leader is where its last report predicts", () => {
  expect(isAsLed(playing, { ...playing, positionMs: 10_850, at: 1_001_000 }, 100)).toBe(true);
  expect(isAsLed(playing, { ...playing, positionMs: 12_000, at: 1_001_000 }, 100)).toBe(false);
  expect(isAsLed(playing, { ...playing, isPlaying: false }, 100)).toBe(false);
  expect(isAsLed(null, playing, 100)).toBe(false);
});

test("pauses, corrects or restarts a follower, which is then in sync", () => {
  expect(follow({ ...playing, isPlaying: false }, 1_001_000, 500)).toEqual({ kind: "rest", ms: 10_000 });
  expect(follow(playing, 1_001_000, 10_750)).toEqual({ kind: "drift", offMs: 50 });
  const late = follow(playing, 1_001_000, null);
  expect(late).toMatchObject({ kind: "enter", at: 1_001_800 });
  // A count-in that arrives in time keeps its exact start.
  expect(follow(playing, 997_000, null)).toEqual({ kind: "enter", ms: 10_000, at: 1_000_000 });
  // Positions on both sides of a loop's end are close together.
  const loop = { ...playing, rate: 1, loopStartMs: 8_000, loopEndMs: 12_000 };
  expect(follow(loop, 1_002_100, 11_950)).toEqual({ kind: "drift", offMs: 150 });
});

test("starts a follower at the position that the leader has by then", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 600_000 }),
      fc.double({ min: 0.25, max: 1.5, noNaN: true }),
      fc.boolean(),
      (after, rate, loops) => {
        const state = { ...playing, rate, ...(loops ? { loopStartMs: 9_000, loopEndMs: 13_000 } : {}) };
        const found = follow(state, state.at + after, null);
        if (found.kind !== "enter") throw new Error(found.kind);
        expect(found.ms).toBe(positionAt(state, found.at));
        expect(found.at).toBeGreaterThanOrEqual(state.at);
        if (loops) expect(found.ms).toBeLessThan(13_000);
      },
    ),
  );
});
