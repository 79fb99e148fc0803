import fc from "fast-check";
import { expect, test } from "vitest";
import { cutPlaylist } from "./preview.ts";

const playlistOf = (seconds: readonly number[]): string =>
  [
    "#EXTM3U",
    '#EXT-X-MAP:URI="init.mp4"',
    ...seconds.flatMap((length, at) => [`#EXTINF:${length.toFixed(5)},`, `${at + 1}.m4s`]),
    "#EXT-X-ENDLIST",
  ].join("\n");
const lengths = (text: string) => [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, one]) => Number(one));
const sum = (seconds: readonly number[]) => seconds.reduce((all, one) => all + one, 0);

test("keeps the segment with the preview's last second for any segment lengths", () => {
  for (const length of [1, 2.75, 3, 3.003, 4, 7]) {
    const { text, files } = cutPlaylist(playlistOf(Array.from({ length: 60 }, () => length)), 30_000);
    const durations = lengths(text);
    expect(sum(durations)).toBeGreaterThanOrEqual(30);
    expect(sum(durations.slice(0, -1))).toBeLessThan(30);
    expect(files).toEqual(new Set(["init.mp4", ...durations.map((_one, at) => `${at + 1}.m4s`)]));
  }
});

test("adds no segment for the silent first frame of a sound track", () => {
  const { text } = cutPlaylist(playlistOf([3.02133, ...Array.from({ length: 12 }, () => 3)]), 30_000);
  expect(lengths(text)).toHaveLength(10);
});

test("returns the whole class if it is shorter than the preview", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 500, max: 4000 }), { minLength: 1, maxLength: 7 }), (all) => {
      const seconds = all.map((ms) => ms / 1000);
      expect(lengths(cutPlaylist(playlistOf(seconds), 30_000).text)).toHaveLength(seconds.length);
    }),
  );
});
