import type { Hex } from "./look.ts";
import type { Vec } from "./math.ts";
import type { Material } from "./surface.ts";

/** sRGB to linear light. */
export const linear = (hex: Hex): Vec => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255].map((c) => (c / 255) ** 2.2) as Vec;
};

/** A surface of one colour; `gloss` 0 is felt, 1 is lacquer. */
export const material = (hex: Hex, gloss: number, shade = 1, folds = 0): Material => ({
  color: linear(hex),
  gloss,
  shade,
  folds,
});
