import { expect, test } from "vitest";
import { readSegments, soundPlaylist } from "./class-sound.ts";
import { newestBefore } from "./delayed-picture.ts";
import { type Take, takeFileName, takeRate, takeTimeAt } from "./take.ts";

const take: Take = {
  id: "1",
  classId: "2",
  title: "The drag",
  recordedAt: "2026-11-20T18:05:09.000Z",
  startMs: 20_000,
  endMs: 30_000,
  rate: 0.8,
  offsetMs: -2_500,
  isSure: true,
  nudge: 0,
  beatMs: 600,
  mimeType: "video/webm;codecs=vp8,opus",
  bytes: 1,
};

test("maps the class's position to the take's at any tempo", () => {
  // The recording starts 2.5 s before the class, and a second of it is 0.8 s of the class.
  expect(takeTimeAt(take, 20_000)).toBeCloseTo(2.5);
  expect(takeTimeAt(take, 20_800)).toBeCloseTo(3.5);
  expect(takeRate(take, 1)).toBeCloseTo(1.25);
  expect(takeTimeAt({ ...take, nudge: 2 }, 21_200)).toBeCloseTo(2.5);
});

test("names a take's file by class and day", () => {
  expect(takeFileName(take, "drag-the-left")).toBe("eightcount-drag-the-left-2026-11-20-18-05.webm");
});

test("picks the newest frame that is old enough for the delay", () => {
  const frames = [{ at: 0 }, { at: 50 }, { at: 100 }];
  expect(newestBefore(frames, 75)).toBe(1);
  expect(newestBefore(frames, 100)).toBe(2);
  expect(newestBefore(frames, -1)).toBe(-1);
});

test("finds the class's sound in its playlists", () => {
  const base = "https://media.test/a/front/master.m3u8";
  const master =
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="sound/index.m3u8",GROUP-ID="sound"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n480p/index.m3u8\n';
  expect(soundPlaylist(master, base)).toBe("https://media.test/a/front/sound/index.m3u8");
  expect(soundPlaylist("#EXT-X-STREAM-INF:BANDWIDTH=1\n480p/index.m3u8", base)).toBe(
    "https://media.test/a/front/480p/index.m3u8",
  );
  const { init, segments } = readSegments(
    '#EXT-X-MAP:URI="init.mp4"\n#EXTINF:3.008,\n00001.m4s\n#EXTINF:2.987,\n00002.m4s\n',
    "https://media.test/a/front/sound/index.m3u8",
  );
  expect(init).toBe("https://media.test/a/front/sound/init.mp4");
  expect(segments.map(({ startS, endS }) => [startS, Math.round(endS * 1000)])).toEqual([
    [0, 3008],
    [3.008, 5995],
  ]);
});
