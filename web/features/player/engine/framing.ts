/** How the image of a class is placed in the player. Pure. */
import { type Box, fittedBox } from "./drawing.ts";

/** Where the dancer is in the image, and how much of its width the dance needs. */
export interface Framing {
  /** Share of the image's width that stays visible, 0 to 1. */
  readonly spread: number;
  /** The dancer's horizontal position over time, ascending; `x` from 0 (left) to 1. Never empty. */
  readonly points: readonly { readonly atMs: number; readonly x: number }[];
}

/** For a class without a known dancer: 4:5 of the middle of a 16:9 image. */
export const centered: Framing = { spread: 0.45, points: [{ atMs: 0, x: 0.5 }] };

/** Share of an upright video's width that always stays: hands reach its sides now and then. */
const uprightShare = 0.86;
/** Width by height up to which a frame counts as upright: above the controls it is wider than high on a tablet or a small phone. */
const maxCropped = 1.4;
/** Pixels above a centered image from which the count fits there; below, the image is at the top. */
const countMargin = 176;

/** The dancer's horizontal position at `ms`, interpolated between the points. */
export function focusAt({ points }: Framing, ms: number): number {
  const next = points.findIndex(({ atMs }) => atMs > ms);
  const from = points[next < 0 ? points.length - 1 : Math.max(0, next - 1)];
  const to = points[next < 0 ? points.length - 1 : next];
  if (!from || !to) return 0.5;
  const share = to.atMs > from.atMs ? Math.max(0, (ms - from.atMs) / (to.atMs - from.atMs)) : 0;
  return from.x + (to.x - from.x) * share;
}

/**
 * The box of a whole image in a frame of `width` × `height` pixels, which clips it. An upright frame crops the sides around `focus`, down
 * to `spread`; of an upright image it crops a little of both sides. Head and feet always stay. Any other frame shows all of the image.
 */
export function framedBox(
  { width, height }: { width: number; height: number },
  aspect: number,
  framing: { spread: number; focus: number },
): Box {
  const { spread, focus } = aspect > 1 ? framing : { spread: uprightShare, focus: 0.5 };
  const shown = Math.min(aspect, Math.max(width / height, aspect * spread));
  if (width > height * maxCropped || shown < width / height) return fittedBox(width, height, aspect);
  const high = width / shown;
  const wide = high * aspect;
  const margin = (height - high) / 2;
  return {
    left: Math.min(0, Math.max(width - wide, width / 2 - focus * wide)),
    top: margin < countMargin ? 0 : margin,
    width: wide,
    height: high,
  };
}

/**
 * The box of the class's image, which is wide and never mirrored, before the video's first frame.
 * @param position which place of it stays in narrow crops, 0 to 1 as `object-position` counts; null: where the dancer of the video is
 */
export function posterBox(
  frame: { width: number; height: number },
  framing: { spread: number; focus: number },
  position: number | null,
): Box {
  const box = framedBox(frame, 16 / 9, framing);
  return position === null || box.width <= frame.width
    ? box
    : { ...box, left: (frame.width - box.width) * position };
}
