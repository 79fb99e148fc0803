import { expect, test } from "vitest";
import { frameHeight, frameWidth, proposeFraming } from "./propose.ts";

/** A gray room with a bright dancer of `wide` columns around the position `x`. */
function frame(x: number | null, wide = 6): Uint8Array {
  const pixels = new Uint8Array(frameWidth * frameHeight).fill(60);
  if (x === null) return pixels;
  const left = Math.round(x * frameWidth - wide / 2);
  for (let row = 8; row < 32; row += 1)
    for (let column = left; column < left + wide; column += 1) pixels[row * frameWidth + column] = 200;
  return pixels;
}
const frames = (count: number, at: (index: number) => number, wide?: number) =>
  Array.from({ length: count }, (_unused, index) => frame(at(index), wide));

test("follows a dancer who travels, and holds still between", () => {
  const framing = proposeFraming(
    frames(60, (index) => [0.2, 0.5, 0.8][Math.floor(index / 20)]!),
    2000,
  );
  expect(framing?.points.map(({ x }) => Math.round(x * 10) / 10)).toEqual([0.2, 0.2, 0.5, 0.5, 0.8]);
  expect(framing?.points[2]!.atMs).toBe(40_000);
  expect(framing?.spread).toBeLessThan(0.3);
});

test("proposes one position for a dancer who steps from side to side", () => {
  const framing = proposeFraming(
    frames(40, (index) => 0.6 + 0.05 * Math.sin(index * 2)),
    2000,
  );
  expect(framing?.points).toHaveLength(1);
  expect(framing?.points[0]!.x).toBeCloseTo(0.6, 1);
});

test.each([
  ["an empty room", Array.from({ length: 40 }, () => frame(null))],
  ["a formation over the whole width", frames(40, (index) => 0.45 + (index % 3) * 0.05, 44)],
  ["a video of a few frames", frames(4, () => 0.5)],
])("proposes nothing for %s", (_what, given) => {
  expect(proposeFraming(given, 2000)).toBeNull();
});
