import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Hex } from "../figure/look.ts";

/** What a wall or a floor is painted with. */
export type Painter = {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  unit: number;
  /** From metres in the view (x right, y up) at depth `z` to pixels. */
  at: (x: number, y: number, z?: number) => { x: number; y: number; scale: number };
};

export const rgba = (hex: Hex, alpha: number): string => {
  const n = Number.parseInt(hex.slice(1), 16);
  return `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${alpha})`;
};
