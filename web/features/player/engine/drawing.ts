/** Drawings on the class's image, and notes as Markdown for export. Pure. */
import { angleKeys, type AngleKey } from "../../../../contract/angles.ts";
import { formatClock } from "./clock.ts";

/** `strokes`: each line as x, y, x, y …, shares of the unmirrored image. */
export interface Drawing {
  readonly angle: AngleKey;
  /** True if drawn on the upright version, whose image is framed differently. */
  readonly isUpright: boolean;
  readonly strokes: readonly (readonly number[])[];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The box of an image of `aspect` (width by height) that is fitted into `width` × `height`. */
export function fittedBox(width: number, height: number, aspect: number): Box {
  const fitted = Math.min(width, height * aspect);
  const high = fitted / aspect;
  return { left: (width - fitted) / 2, top: (height - high) / 2, width: fitted, height: high };
}

/** Parses a drawing from JSON; null if it is invalid. */
export function readDrawing(text: string | null): Drawing | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<Drawing>;
    const angle = angleKeys.find((key) => key === found.angle);
    return angle && Array.isArray(found.strokes)
      ? { angle, isUpright: found.isUpright === true, strokes: found.strokes }
      : null;
  } catch {
    return null;
  }
}

/** SVG path data of a line for an image of 1600 by 900; flipped horizontally if `mirrored`. */
export function pathOf(stroke: readonly number[], mirrored: boolean): string {
  const points: string[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) {
    const x = mirrored ? 1 - stroke[i]! : stroke[i]!;
    points.push(`${Math.round(x * 1600)} ${Math.round(stroke[i + 1]! * 900)}`);
  }
  return `M${points.join("L")}`;
}

/** Drops redundant points: those within a few thousandths of the image from the previous one. */
export function thinned(stroke: readonly number[]): number[] {
  const result: number[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) {
    const [x, y] = [stroke[i]!, stroke[i + 1]!];
    const isLast = i + 3 >= stroke.length;
    if (result.length < 2 || isLast || Math.hypot(x - result.at(-2)!, y - result.at(-1)!) > 0.004)
      result.push(x, y);
  }
  return result.length === 2 ? [...result, result[0]!, result[1]!] : result;
}

export interface ExportedNote {
  readonly atMs: number;
  readonly text: string;
  readonly drawing: Drawing | null;
}

/** Notes as Markdown, with drawings as embedded images. `placeOf` formats a position. */
export function notesAsMarkdown(
  title: string,
  notes: readonly ExportedNote[],
  placeOf: (atMs: number) => string,
): string {
  const sections = notes.map(({ atMs, text, drawing }) => {
    const lines = [`## ${formatClock(atMs)}, ${placeOf(atMs)}`];
    if (text !== "") lines.push(text);
    if (drawing) {
      const paths = drawing.strokes.map((stroke) => `<path d="${pathOf(stroke, false)}"/>`).join("");
      const [width, height] = drawing.isUpright ? [900, 1600] : [1600, 900];
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" preserveAspectRatio="none" viewBox="0 0 1600 900" fill="none" stroke="#c60" stroke-width="10" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
      lines.push(`![${drawing.angle}](data:image/svg+xml;base64,${btoa(svg)})`);
    }
    return lines.join("\n\n");
  });
  return `${[`# ${title}`, ...sections].join("\n\n")}\n`;
}
