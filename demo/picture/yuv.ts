import type { Box } from "./stage.ts";

/** A picture as BT.709, limited range, 4:2:0: Y, then U, then V. Width and height are even. */
export type YuvFrame = { width: number; height: number; bytes: Uint8Array };

export const createYuvFrame = (width: number, height: number): YuvFrame => ({
  width,
  height,
  bytes: new Uint8Array((width * height * 3) / 2),
});

/** Converts the part of an RGBA picture that `box` covers. A wider picture, `across` pixels wide, is seen from its column `from` on. */
export const convertToYuv = (
  frame: YuvFrame,
  pixels: Uint8ClampedArray,
  box: Box,
  across = frame.width,
  from = 0,
): void => {
  const { width, height, bytes } = frame;
  const u = width * height;
  const v = u + u / 4;
  const left = Math.max(0, box.left - (box.left & 1));
  const top = Math.max(0, box.top - (box.top & 1));
  const right = Math.min(width, box.right + (box.right & 1));
  const bottom = Math.min(height, box.bottom + (box.bottom & 1));
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      const a = y * width + x;
      const b = a + width;
      const i = 4 * (y * across + from + x);
      const k = i + 4 * across;
      const r0 = pixels[i]!;
      const g0 = pixels[i + 1]!;
      const b0 = pixels[i + 2]!;
      const r1 = pixels[i + 4]!;
      const g1 = pixels[i + 5]!;
      const b1 = pixels[i + 6]!;
      const r2 = pixels[k]!;
      const g2 = pixels[k + 1]!;
      const b2 = pixels[k + 2]!;
      const r3 = pixels[k + 4]!;
      const g3 = pixels[k + 5]!;
      const b3 = pixels[k + 6]!;
      // Sixteen-bit fixed point of 0.1826 R + 0.6142 G + 0.0620 B + 16.
      bytes[a] = (11966 * r0 + 40254 * g0 + 4064 * b0 + 1081344) >> 16;
      bytes[a + 1] = (11966 * r1 + 40254 * g1 + 4064 * b1 + 1081344) >> 16;
      bytes[b] = (11966 * r2 + 40254 * g2 + 4064 * b2 + 1081344) >> 16;
      bytes[b + 1] = (11966 * r3 + 40254 * g3 + 4064 * b3 + 1081344) >> 16;
      const red = r0 + r1 + r2 + r3;
      const green = g0 + g1 + g2 + g3;
      const blue = b0 + b1 + b2 + b3;
      const at = (y >> 1) * (width >> 1) + (x >> 1);
      bytes[u + at] = (8421376 - 1649 * red - 5547 * green + 7196 * blue) >> 16;
      bytes[v + at] = (8421376 + 7196 * red - 6536 * green - 660 * blue) >> 16;
    }
  }
};
