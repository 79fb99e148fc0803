/** Proposes where the dancer is in a video, from small gray frames of a still camera. Pure. */

export const frameWidth = 64;
export const frameHeight = 36;

/** Where the dancer is, and how much of the image's width the dance needs. */
export interface Framing {
  /** 0 to 1. */
  readonly spread: number;
  /** Ascending; `x` from 0 (left) to 1. */
  readonly points: readonly { readonly atMs: number; readonly x: number }[];
}

/** Gray difference from the background at which a pixel belongs to the dancer. */
const minDifference = 22;
/** Pixels of a frame that must differ, so that noise isn't taken for a dancer. */
const minPixels = 12;
/** Share of a frame that may differ; more is a moving camera or a cut. */
const maxShare = 0.4;
/** Share of frames that must show a dancer. */
const minFound = 0.6;
/** Spreads between these are proposed; more needs the usual 4:5. */
const minSpread = 0.26;
const maxSpread = 0.44;
/** Movement of the dancer up to this share of the width leaves the crop still. */
const deadZone = 0.06;
/** Frames for the background: more don't change it. */
const backgroundFrames = 61;

/**
 * @param frames gray images of `frameWidth` × `frameHeight`, `stepMs` apart
 * @returns null without a single dancer in front of a still background
 */
export function proposeFraming(frames: readonly Uint8Array[], stepMs: number): Framing | null {
  if (frames.length < 8) return null;
  const background = backgroundOf(frames);
  const found = frames.map((frame) => extentOf(frame, background));
  const seen = found.filter((one) => one !== null);
  if (seen.length < frames.length * minFound) return null;
  const centers = smoothed(found.map((one) => (one ? (one.left + one.right) / 2 : null)));
  // Most of the dance, not its widest moment: a hand may leave the image for a count.
  const spread =
    quantile(
      seen.map(({ left, right }) => right - left),
      0.8,
    ) + 0.06;
  if (spread > maxSpread) return null;
  return { spread: Math.max(minSpread, spread), points: pathOf(centers, stepMs) };
}

/** The median of each pixel over time. */
function backgroundOf(frames: readonly Uint8Array[]): Uint8Array {
  const every = Math.max(1, Math.ceil(frames.length / backgroundFrames));
  const chosen = frames.filter((_frame, index) => index % every === 0);
  const middle = chosen.length >> 1;
  return Uint8Array.from(
    { length: frameWidth * frameHeight },
    (_unused, pixel) => Uint8Array.from(chosen, (frame) => frame[pixel]!).toSorted()[middle]!,
  );
}

/** The columns between which nine tenths of the moved pixels are, as shares of the width; null without a dancer. */
function extentOf(frame: Uint8Array, background: Uint8Array): { left: number; right: number } | null {
  const columns = new Uint16Array(frameWidth);
  let pixels = 0;
  for (let pixel = 0; pixel < background.length; pixel += 1) {
    if (Math.abs(frame[pixel]! - background[pixel]!) < minDifference) continue;
    columns[pixel % frameWidth]! += 1;
    pixels += 1;
  }
  if (pixels < minPixels || pixels > background.length * maxShare) return null;
  let before = 0;
  let left = 0;
  let right = frameWidth;
  for (let column = 0; column < frameWidth; column += 1) {
    const after = before + columns[column]!;
    if (before <= pixels * 0.05 && after > pixels * 0.05) left = column;
    if (before < pixels * 0.95 && after >= pixels * 0.95) right = column + 1;
    before = after;
  }
  return { left: left / frameWidth, right: right / frameWidth };
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Fills gaps with the position before, and takes the median of five. */
function smoothed(centers: readonly (number | null)[]): number[] {
  let last = centers.find((center) => center !== null) ?? 0.5;
  const filled = centers.map((center) => (last = center ?? last));
  return filled.map((_center, index) => quantile(filled.slice(Math.max(0, index - 2), index + 3), 0.5));
}

/** Points of a path that stands still within the dead zone, and moves within one step. */
function pathOf(centers: readonly number[], stepMs: number): Framing["points"] {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  // A dancer who stays has one position: that of the whole class.
  const middle = quantile(centers, 0.5);
  if (centers.every((center) => Math.abs(center - middle) <= deadZone))
    return [{ atMs: 0, x: round(middle) }];
  const points = [{ atMs: 0, x: round(centers[0]!) }];
  for (const [index, center] of centers.entries()) {
    const { x } = points.at(-1)!;
    if (Math.abs(center - x) <= deadZone) continue;
    points.push(
      { atMs: Math.round((index - 1) * stepMs), x },
      { atMs: Math.round(index * stepMs), x: round(center) },
    );
  }
  return points;
}
