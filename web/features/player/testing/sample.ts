/** Parameters of the sample streams in the player's tests; shared by the generator (Node) and the reader (browser). */
export const SAMPLE = { version: 1, width: 640, height: 360, fps: 30, seconds: 60, bpm: 120 } as const;

/** Bars of `step` pixels from `x` on, read along row `y`; the bit after the last encodes the angle (1: back). */
export const BARCODE = { bits: 16, x: 8, y: 300, step: 36 } as const;

/** The values encoded in a frame. */
export interface FrameReading {
  readonly frame: number;
  readonly back: boolean;
}

/** Reads the barcode from its row of pixels (RGBA, {@link SAMPLE.width} pixels). */
export function readBarcode(row: Uint8ClampedArray): FrameReading {
  let frame = 0;
  const bit = (n: number) => (row[(BARCODE.x + n * BARCODE.step + BARCODE.step / 2) * 4] ?? 0) > 128;
  for (let n = 0; n < BARCODE.bits; n++) if (bit(n)) frame |= 1 << n;
  return { frame, back: bit(BARCODE.bits) };
}
