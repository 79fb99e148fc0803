import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constantRate, framesPerSecond, gopFrames, ladderFor, levelFor, segmentSeconds } from "./ladder.ts";

const thirty = { numerator: 30, denominator: 1 };
const sizes = (width: number, height: number, maxLines = 1080) =>
  ladderFor({ width, height }, thirty, { maxLines }).map(
    (rung) => `${rung.name} ${rung.width}x${rung.height}`,
  );

describe("ladder", () => {
  it("has five renditions for full HD and none above the source", () => {
    expect(sizes(1920, 1080)).toEqual([
      "v1080 1920x1080",
      "v720 1280x720",
      "v480 854x480",
      "v360 640x360",
      "v240 426x240",
    ]);
    expect(sizes(3840, 2160)[0]).toBe("v1080 1920x1080");
    expect(sizes(1280, 720)).toHaveLength(4);
    expect(sizes(1920, 1080, 480)).toHaveLength(3);
  });

  it("uses the short side in portrait", () => {
    expect(sizes(1080, 1920)).toEqual([
      "v1080 1080x1920",
      "v720 720x1280",
      "v480 480x854",
      "v360 360x640",
      "v240 240x426",
    ]);
  });

  it("keeps the full width of videos wider than 16:9", () => {
    expect(sizes(1920, 804)[0]).toBe("v1080 1920x804");
  });

  it("has one rendition of the source's own size below 240 lines", () => {
    expect(sizes(160, 120)).toEqual(["v120 160x120"]);
  });

  it("rounds odd sizes to even ones", () => {
    expect(sizes(853, 481)).toEqual(["v480 852x480", "v360 638x360", "v240 426x240"]);
  });

  it("has even, descending sizes of the same shape, none above the source, for every source", () => {
    fc.assert(
      fc.property(fc.integer({ min: 32, max: 8192 }), fc.integer({ min: 32, max: 8192 }), (width, height) => {
        fc.pre(Math.max(width, height) / Math.min(width, height) <= 6);
        const rungs = ladderFor({ width, height }, thirty, { maxLines: 1080 });
        expect(rungs.length).toBeGreaterThan(0);
        for (const [index, rung] of rungs.entries()) {
          expect(rung.width % 2 === 0 && rung.height % 2 === 0).toBe(true);
          expect(rung.width).toBeLessThanOrEqual(width + 1);
          expect(rung.height).toBeLessThanOrEqual(height + 1);
          expect(rung.width * rung.height).toBeLessThanOrEqual(1920 * 1080 * 1.35);
          expect(Math.abs(rung.width - (rung.height * width) / height)).toBeLessThanOrEqual(
            2 + (2 * width) / height,
          );
          if (index > 0)
            expect(rung.width * rung.height).toBeLessThan(rungs[index - 1]!.width * rungs[index - 1]!.height);
        }
      }),
    );
  });

  it("picks H.264 levels", () => {
    expect(levelFor({ width: 1920, height: 1080 }, thirty)).toBe("4.0");
    expect(levelFor({ width: 1920, height: 1080 }, { numerator: 60, denominator: 1 })).toBe("4.2");
    expect(levelFor({ width: 1280, height: 720 }, thirty)).toBe("3.1");
    expect(levelFor({ width: 426, height: 240 }, thirty)).toBe("2.1");
  });
});

describe("constant frame rate", () => {
  it.each([
    [{ numerator: 30, denominator: 1 }, 60, 30],
    [{ numerator: 30000, denominator: 1001 }, 60, 29.97],
    [{ numerator: 24000, denominator: 1001 }, 60, 23.976],
    [{ numerator: 60, denominator: 1 }, 60, 60],
    [{ numerator: 60, denominator: 1 }, 30, 30],
    [{ numerator: 120, denominator: 1 }, 60, 60],
    [{ numerator: 120000, denominator: 1001 }, 30, 29.97],
    [{ numerator: 15, denominator: 1 }, 60, 15],
    [{ numerator: 2817, denominator: 100 }, 60, 29.97],
    [{ numerator: 90000, denominator: 1 }, 60, 50],
    [null, 60, 30],
  ])("converts %j, within %d, to %d", (rate, most, expected) => {
    const found = framesPerSecond(constantRate(rate, most));
    expect(Math.abs(found - expected)).toBeLessThan(0.01 * expected + 0.01);
    expect(found).toBeLessThanOrEqual(most);
  });

  it("yields GOPs of at most 1.5 s and segments of at most 3.01 s", () => {
    for (const rate of [
      constantRate(null, 60),
      { numerator: 30000, denominator: 1001 },
      { numerator: 25, denominator: 1 },
      { numerator: 60, denominator: 1 },
    ]) {
      expect(gopFrames(rate) / framesPerSecond(rate)).toBeLessThanOrEqual(1.502);
      expect(segmentSeconds(rate)).toBeLessThanOrEqual(3.01);
      expect(segmentSeconds(rate)).toBeGreaterThan(2.9);
    }
  });
});
