import { expect, test } from "vitest";
import { peaksPerSecond } from "../../media/index.ts";
import { proposeTrailer } from "./propose-trailer.ts";

/** A minute: quiet beats, loud ones from `loudFromMs` to `loudToMs`, twice a second. */
const beats = (loudFromMs: number, loudToMs: number) =>
  Uint8Array.from({ length: 60 * peaksPerSecond }, (_unused, at) => {
    const ms = (at * 1000) / peaksPerSecond;
    const isBeat = ms % 500 < 100;
    return isBeat ? (ms >= loudFromMs && ms < loudToMs ? 220 : 90) : 40;
  });
const music = [{ kind: "music" as const, startMs: 0, endMs: 60_000 }];

test("proposes whole eights where the music is liveliest", () => {
  const grid = [{ startMs: 0, endMs: 60_000, bpm: 120, firstBeatMs: 200 }];
  const proposed = proposeTrailer({ segments: music, peaks: beats(28_200, 40_200) }, grid);
  // Three eights of four seconds are the most that fit in 15 s.
  expect(proposed).toEqual({ fromMs: 28_200, toMs: 40_200 });
});

test("proposes 15 seconds of music without counts, and never talk", () => {
  const segments = [
    { kind: "talk" as const, startMs: 0, endMs: 30_000 },
    { kind: "music" as const, startMs: 30_000, endMs: 60_000 },
  ];
  const proposed = proposeTrailer({ segments, peaks: beats(0, 32_000) }, []);
  expect(proposed).toEqual({ fromMs: 30_000, toMs: 45_000 });
});

test("proposes all of short music, and nothing where there is none", () => {
  const peaks = beats(0, 60_000);
  const short = [{ kind: "music" as const, startMs: 5_000, endMs: 12_000 }];
  expect(proposeTrailer({ segments: short, peaks }, [])).toEqual({ fromMs: 5_000, toMs: 12_000 });
  const jingle = [{ kind: "music" as const, startMs: 5_000, endMs: 7_000 }];
  expect(proposeTrailer({ segments: jingle, peaks }, [])).toBeNull();
  expect(proposeTrailer({ segments: [], peaks }, [])).toBeNull();
});
