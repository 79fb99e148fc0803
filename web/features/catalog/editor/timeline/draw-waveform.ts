/** Draws a stretch of a class's sound with its counts. */
import type { BeatGrid } from "../../../player/public/counts.ts";

/** A stretch of the class on the screen, CSS pixels and milliseconds. */
export type Shown = {
  readonly fromMs: number;
  readonly pxPerMs: number;
  readonly width: number;
  readonly height: number;
};
export type Sound = {
  /** A byte per value; null until it is loaded. */
  readonly peaks: Uint8Array | null;
  readonly peaksPerSecond: number;
  readonly segments: readonly { readonly kind: string; readonly startMs: number; readonly endMs: number }[];
};

/** Height of the row with the numbers of the eights, and the narrowest place for a number. */
const [numbersHeight, minNumberWidth] = [18, 34];
/** Counts closer together than this aren't drawn. */
const minCountWidth = 5;

/** Draws on a canvas of the stretch's size, in the colors that the style sheet gives it. */
export function drawWaveform(canvas: HTMLCanvasElement, shown: Shown, sound: Sound, grid: BeatGrid): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(shown.width * ratio);
  canvas.height = Math.round(shown.height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const xOf = (ms: number) => (ms - shown.fromMs) * shown.pxPerMs;
  const toMs = shown.fromMs + shown.width / shown.pxPerMs;
  context.fillStyle = style.columnRuleColor;
  for (const { kind, startMs, endMs } of sound.segments)
    if (kind === "talk" && endMs > shown.fromMs && startMs < toMs)
      context.fillRect(xOf(startMs), numbersHeight, xOf(endMs) - xOf(startMs), shown.height - numbersHeight);
  drawCounts(context, { shown, xOf, toMs, grid, style });
  context.fillStyle = style.color;
  drawPeaks(context, shown, sound);
}

/** One bar per pixel: the loudest value of its stretch. Up and down from the middle. */
function drawPeaks(context: CanvasRenderingContext2D, shown: Shown, { peaks, peaksPerSecond }: Sound): void {
  if (!peaks) return;
  const loudest = peaks.reduce((most, one) => Math.max(most, one), 1);
  const room = (shown.height - numbersHeight) / 2;
  const middle = numbersHeight + room;
  const placeOf = (x: number) => ((shown.fromMs + x / shown.pxPerMs) / 1000) * peaksPerSecond;
  for (let x = 0; x < shown.width; x += 1) {
    let peak = 0;
    const last = Math.max(Math.floor(placeOf(x)) + 1, Math.floor(placeOf(x + 1)));
    for (let at = Math.floor(placeOf(x)); at < last; at += 1) peak = Math.max(peak, peaks[at] ?? 0);
    const half = (peak / loudest) * room * 0.92;
    if (half > 0) context.fillRect(x, middle - half, 1, 2 * half);
  }
}

type Counts = {
  readonly shown: Shown;
  readonly xOf: (ms: number) => number;
  readonly toMs: number;
  readonly grid: BeatGrid;
  readonly style: CSSStyleDeclaration;
};

/** A line at each eight, a short one at each count, and the numbers of the eights as far as there is room. */
function drawCounts(context: CanvasRenderingContext2D, { shown, xOf, toMs, grid, style }: Counts): void {
  const isShown = ({ startMs }: { readonly startMs: number }) => startMs >= shown.fromMs && startMs <= toMs;
  const beatWidth = grid.counts[0] ? (grid.counts[0].endMs - grid.counts[0].startMs) * shown.pxPerMs : 0;
  context.fillStyle = style.borderBlockStartColor;
  if (beatWidth >= minCountWidth)
    for (const count of grid.counts.filter(isShown))
      context.fillRect(Math.round(xOf(count.startMs)), shown.height - 8, 1, 8);
  const every = Math.max(1, 2 ** Math.ceil(Math.log2(minNumberWidth / Math.max(1, beatWidth * 8))));
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textBaseline = "top";
  for (const eight of grid.eights.filter(isShown)) {
    const x = Math.round(xOf(eight.startMs));
    if (beatWidth * 8 >= minCountWidth || eight.index % every === 0) {
      context.fillStyle = style.borderBlockStartColor;
      context.fillRect(x, numbersHeight, 1, shown.height - numbersHeight);
    }
    if (eight.index % every !== 0) continue;
    context.fillStyle = style.caretColor;
    context.fillText(String(eight.index + 1), x + 3, 1);
  }
}
