import { expect, test } from "vitest";
import { PlaybackQuality } from "./playback-quality.ts";

const loading = { phase: "loading", playing: true, waiting: false, cast: null } as const;
const playing = { ...loading, phase: "ready" } as const;
const waiting = { ...playing, waiting: true } as const;
const paused = { ...playing, playing: false } as const;

test("measures the first image, playing time and stalls", () => {
  const quality = new PlaybackQuality(1_000);
  quality.observe(loading, 1_100, false);
  quality.observe(playing, 1_800, false);
  quality.observe(waiting, 11_800, false);
  quality.observe(playing, 12_300, false);
  quality.observe(paused, 13_300, false);
  quality.observe(playing, 60_000, false);
  expect(quality.report(61_000)).toEqual({
    firstFrameMs: 800,
    playedMs: 12_000,
    stalls: 1,
    stalledMs: 500,
    better: 0,
    worse: 0,
    failed: false,
  });
});

test("counts neither waits for the first image nor those after a seek as stalls", () => {
  const quality = new PlaybackQuality(0);
  quality.observe({ ...waiting, phase: "loading" }, 10, false);
  quality.observe(waiting, 500, false);
  quality.observe(playing, 700, false);
  quality.observe(waiting, 1_700, true);
  quality.observe(playing, 2_000, false);
  expect(quality.report(2_500)).toMatchObject({
    firstFrameMs: 500,
    playedMs: 1_500,
    stalls: 0,
    stalledMs: 0,
  });
});

test("counts changes of the rendition, and not the first one", () => {
  const quality = new PlaybackQuality(0);
  for (const height of [360, 720, 1080, 720]) quality.resized(height);
  expect(quality.report(0)).toMatchObject({ better: 2, worse: 1 });
});

test("reports a playback that failed without an image", () => {
  const quality = new PlaybackQuality(0);
  quality.observe(loading, 0, false);
  quality.observe({ ...loading, phase: "failed" }, 30_000, false);
  expect(quality.report(31_000)).toMatchObject({ firstFrameMs: null, playedMs: 0, failed: true });
});
