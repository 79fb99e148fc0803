import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { GlobalFonts, createCanvas, loadImage } from "@napi-rs/canvas";

/** Change it with the drawings: images are cached forever under names that include it. */
export const artEdition = "2";

/** Parameters of a drawing. */
export interface Motif {
  /** Selects the color family. */
  readonly slug: string;
  /** How many of the eight counts are lit: 1 to 8. */
  readonly lit: number;
  /** Centered; at most four characters. */
  readonly text: string;
}

/**
 * Floor, mark and wash of each color family; hexadecimal, because not every SVG renderer supports newer
 * notations.
 */
const families = [
  ["#1d1116", "#f7b24f", "#33222a"],
  ["#0f1a1f", "#7fd4e8", "#16303a"],
  ["#1a1020", "#cf9bf2", "#301d3c"],
  ["#101c14", "#8fdc9c", "#1b3524"],
  ["#211110", "#ff9d86", "#3d2120"],
  ["#10142a", "#9db4ff", "#1d2650"],
] as const;
const familyOf = (slug: string) =>
  families[createHash("sha256").update(slug).digest()[2]! % families.length]!;
const faint = "#6b6268";

/** Parameters for an amount: eight and its multiples fill the ring. */
export function motifOf(slug: string, amount: number): Motif {
  return { slug, lit: amount % 8 === 0 ? 8 : amount % 8, text: String(amount).slice(0, 4) };
}

const display = "Bricolage Grotesque, Arial Narrow, Liberation Sans, Arial, sans-serif";
// Registers the display font, so that a server without system fonts renders the same numbers.
GlobalFonts.register(
  readFileSync(
    createRequire(import.meta.url).resolve(
      "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
    ),
  ),
  "Bricolage Grotesque",
);

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// The eight sides of an octagon within 120 units, clockwise from the top, as in the logo.
const sides = [
  "M44.9 12L75.1 12",
  "M83.3 15.3L104.7 36.7",
  "M108 44.9L108 75.1",
  "M104.7 83.3L83.3 104.7",
  "M75.1 108L44.9 108",
  "M36.7 104.7L15.3 83.3",
  "M12 75.1L12 44.9",
  "M15.3 36.7L36.7 15.3",
];
const disc = "43.9,21.2 76.1,21.2 98.8,43.9 98.8,76.1 76.1,98.8 43.9,98.8 21.2,76.1 21.2,43.9";

function octagon(
  { lit, text }: Motif,
  colours: { mark: string; rest: string; wash: string; ink: string },
): string {
  const rim = sides
    .map(
      (side, count) =>
        `<path d="${side}" fill="none" stroke="${count < lit ? colours.mark : colours.rest}" stroke-width="7" stroke-linecap="round"/>`,
    )
    .join("");
  const size = text.length > 3 ? 27 : text.length > 2 ? 34 : 46;
  return (
    `<polygon points="${disc}" fill="${colours.wash}"/>${rim}` +
    `<text x="60" y="${60 + size * 0.36}" text-anchor="middle" font-family="${display}" font-weight="800" font-size="${size}" fill="${colours.ink}">${escape(text)}</text>`
  );
}

/** An octagon lit up to the motif's count, around the number; inactive: without color. 120 units square. */
export function badgeSvg(motif: Motif, isActive: boolean): string {
  const [, mark, wash] = familyOf(motif.slug);
  const colours = isActive
    ? { mark, rest: wash, wash, ink: "#ffffff" }
    : { mark: faint, rest: faint, wash: "none", ink: faint };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="512" height="512">${octagon(motif, colours)}</svg>`;
}

/** A wide image for a challenge: its badge, large, over a floor of eight bars. 1280 × 720 units. */
export function challengeSvg(motif: Motif): string {
  const [floor, mark, wash] = familyOf(motif.slug);
  const bars = Array.from(
    { length: 8 },
    (_, count) =>
      `<rect x="${96 + count * 62}" y="${440 - count * 34}" width="34" height="${160 + count * 34}" rx="6" fill="${count < motif.lit ? mark : wash}"/>`,
  ).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><rect width="1280" height="720" fill="${floor}"/>` +
    `${bars}<g transform="translate(700 120) scale(4)">${octagon(motif, { mark, rest: wash, wash, ink: "#ffffff" })}</g></svg>`
  );
}

/** Wraps text to at most `maxLines` lines of about `width` characters; the rest becomes an ellipsis. */
function linesOf(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]!.slice(0, width - 1)}…`];
}

/** Share image (Open Graph) of a badge or a challenge: its octagon beside its name. 1200 × 630 units. */
export function shareSvg(motif: Motif, title: string, studioName: string): string {
  const [floor, mark, wash] = familyOf(motif.slug);
  const lines = linesOf(title, 12, 3);
  const maxLineLength = Math.max(...lines.map((line) => line.length));
  // A character is about 0.58 times as wide as high; 540 units are available.
  const size = Math.min(112, Math.floor(540 / (maxLineLength * 0.58)));
  const top = 315 - ((lines.length - 1) * size) / 2 + size * 0.3;
  const words = lines
    .map(
      (line, place) =>
        `<text x="620" y="${top + place * size}" font-family="${display}" font-weight="800" font-size="${size}" fill="#ffffff">${escape(line)}</text>`,
    )
    .join("");
  // 290 units are left beside the eight ticks.
  const nameSize = Math.min(40, Math.floor(290 / (studioName.length * 0.58)));
  const ticks = Array.from(
    { length: 8 },
    (_, count) =>
      `<rect x="${622 + count * 26}" y="548" width="14" height="38" rx="3" fill="${count < motif.lit ? mark : wash}"/>`,
  ).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630"><rect width="1200" height="630" fill="${floor}"/>` +
    `<g transform="translate(72 75) scale(4)">${octagon(motif, { mark, rest: wash, wash, ink: "#ffffff" })}</g>${words}${ticks}` +
    `<text x="1148" y="580" text-anchor="end" font-family="${display}" font-weight="800" font-size="${nameSize}" fill="${mark}">${escape(studioName)}</text></svg>`
  );
}

/** Renders an SVG as PNG. @param width in pixels; the height follows */
export async function renderPng(svg: string, width: number): Promise<Buffer> {
  const image = await loadImage(Buffer.from(svg));
  const height = Math.round((image.height / image.width) * width);
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return canvas.encode("png");
}
