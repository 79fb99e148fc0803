import { expect, test } from "vitest";
import { createBeatGrid } from "./beat-grid.ts";
import { createClickTrack } from "./click-track.ts";
import type { ClickSound } from "./click-track.ts";
import { heardAt, scheduledAt } from "./knock.ts";

/** Counts every 500 ms from 1,000 ms on. */
const grid = createBeatGrid([{ startMs: 0, endMs: 60_000, bpm: 120, firstBeatMs: 1_000 }]);

/** A page whose clock is set by the test, and a video that plays by it. */
function stage() {
  let nowMs = 5_000;
  const clicks: { atMs: number; isOne: boolean; isSilenced: boolean }[] = [];
  const sound: ClickSound = {
    now: () => nowMs,
    click: (atMs, isOne) => {
      const click = { atMs, isOne, isSilenced: false };
      clicks.push(click);
      return () => {
        click.isSilenced = true;
      };
    },
  };
  const track = createClickTrack(sound);
  /** Plays for some frames of uneven length. @returns the position at the end */
  const play = (fromMs: number, forMs: number, rate = 1, counts = grid): number => {
    const start = nowMs;
    for (let frame = 0; nowMs - start < forMs; frame += 1) {
      track.follow(counts, { positionMs: fromMs + (nowMs - start) * rate, rate, isPlaying: true });
      nowMs += frame % 5 === 0 ? 34 : 17;
    }
    return fromMs + (nowMs - start) * rate;
  };
  const heard = () =>
    clicks.filter(({ isSilenced }) => !isSilenced).map(({ atMs, isOne }) => [Math.round(atMs), isOne]);
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  return { track, play, heard, clicks, wait, now: () => nowMs };
}

test("clicks on every count at its moment, with an accent on each one", () => {
  const { play, heard } = stage();
  play(900, 4_400);
  // The position of 900 ms is played at 5,000 ms of the page.
  expect(heard().slice(0, 9)).toEqual(
    Array.from({ length: 9 }, (_unused, n) => [5_100 + n * 500, n % 8 === 0]),
  );
});

test("clicks slower with a slower video", () => {
  const { play, heard } = stage();
  play(900, 2_500, 0.5);
  expect(heard().slice(0, 3)).toEqual([
    [5_200, true],
    [6_200, false],
    [7_200, false],
  ]);
});

test("silences what is scheduled at a pause", () => {
  const { track, play, heard } = stage();
  const positionMs = play(900, 520);
  expect(heard().at(-1)).toEqual([5_600, false]);
  track.follow(grid, { positionMs, rate: 1, isPlaying: false });
  expect(heard()).toEqual([[5_100, true]]);
});

test("follows a jump, and silences what was scheduled before it", () => {
  const { play, heard, now } = stage();
  play(900, 520);
  const jumpedAt = now();
  play(8_950, 300);
  expect(heard()).toEqual([
    [5_100, true],
    [jumpedAt + 50, true],
  ]);
});

test("takes corrected counts over from the next frame on", () => {
  const { play, heard, now } = stage();
  const positionMs = play(900, 60);
  const from = now();
  const later = createBeatGrid([{ startMs: 0, endMs: 60_000, bpm: 120, firstBeatMs: 1_100 }]);
  play(positionMs, 300, 1, later);
  expect(heard()).toEqual([[Math.round(from + 1_100 - positionMs), true]]);
});

test("sounds none of the counts that passed while the page was busy", () => {
  const { play, heard, wait, now } = stage();
  const positionMs = play(900, 300);
  wait(1_700);
  play(positionMs + 1_700, 300);
  const late = heard().filter(([atMs]) => (atMs as number) > 5_200 && (atMs as number) < now() - 300);
  expect(late).toEqual([]);
});

test("sounds nothing while the video stalls", () => {
  const { track, clicks, wait } = stage();
  for (let frame = 0; frame < 50; frame += 1) {
    track.follow(grid, { positionMs: 950, rate: 1, isPlaying: true });
    wait(17);
  }
  expect(clicks).toEqual([]);
});

test("schedules a click so that it is heard at its moment, with the latency of the device", () => {
  const clock = {
    currentTime: 12,
    outputLatency: 0.08,
    getOutputTimestamp: () => ({ contextTime: 11.9, performanceTime: 40_000 }),
  };
  expect(scheduledAt(clock, 40_250)).toBeCloseTo(12.15, 6);
  expect(heardAt(clock, scheduledAt(clock, 41_000))).toBeCloseTo(41_000, 6);
});
