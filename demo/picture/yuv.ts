import type { Box } from './stage.ts';

/** A picture as BT.709, limited range, 4:2:0: Y, then U, then V. Width and height are even. */
export type YuvFrame = { width: number; height: number; bytes: Uint8Array };

export const createYuvFrame = (width: number, height: number): YuvFrame => ({ width, height, bytes: new Uint8Array((width * height * 3) / 2) });

/** Converts the part of an RGBA picture that `box` covers. */
export const convertToYuv = (frame: YuvFrame, pixels: Uint8ClampedArray, box: Box): void => {
  const { width, height, bytes } = frame;
  const u = width * height;
  const v = u + u / 4;
  const left = Math.max(0, box.left - (box.left & 1));
  const top = Math.max(0, box.top - (box.top & 1));
  const right = Math.min(width, box.right + (box.right & 1));
  const bottom = Math.min(height, box.bottom + (box.bottom & 1));
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let k = 0; k < 4; k++) {
        const at = (y + (k >> 1)) * width + x + (k & 1);
        const r = pixels[4 * at]!;
        const g = pixels[4 * at + 1]!;
        const b = pixels[4 * at + 2]!;
        bytes[at] = 16.5 + 0.182586 * r + 0.614231 * g + 0.062007 * b;
        red += r;
        green += g;
        blue += b;
      }
      const at = (y >> 1) * (width >> 1) + (x >> 1);
      bytes[u + at] = 128.5 + (-0.100644 * red - 0.338572 * green + 0.439216 * blue) / 4;
      bytes[v + at] = 128.5 + (0.439216 * red - 0.398942 * green - 0.040274 * blue) / 4;
    }
  }
};
