import { expect, test } from "vitest";
import { chooseStills, judged } from "./propose.ts";

const still = (atMs: number, value: (x: number, y: number) => number) => ({
  atMs,
  luma: Uint8Array.from({ length: judged.width * judged.height }, (_unused, at) =>
    value(at % judged.width, Math.floor(at / judged.width)),
  ),
});
const sharp = (x: number) => (x % 2 === 0 ? 60 : 180);
const soft = (x: number) => 60 + x / 2;

test("takes the sharpest still of each part, and none that is black, white or empty", () => {
  const candidates = [
    still(0, () => 3),
    still(500, soft),
    still(1000, soft),
    still(1500, sharp),
    still(2000, () => 250),
    still(2500, () => 128),
    still(3000, sharp),
  ];
  expect(chooseStills(candidates, 3000, 3)).toEqual([500, 1500, 3000]);
  expect(chooseStills([], 3000, 3)).toEqual([]);
});
