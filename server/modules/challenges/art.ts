import { createHash } from "node:crypto";
import { createCanvas, loadImage } from "@napi-rs/canvas";

/** Changes when the drawings do: pictures are cached for good under their name. */
export const artEdition = "1";

/** What a picture is drawn from. */
export interface Motif {
  /** Tells siblings apart by colour. */
  readonly slug: string;
  /** How many of the eight counts are lit: 1 to 8. */
  readonly lit: number;
  /** Stands in the middle: at most four characters. */
  readonly text: string;
}

const hues = [18, 42, 96, 164, 200, 262, 318, 346] as const;
const hueOf = (slug: string) => hues[createHash("sha256").update(slug).digest()[0]! % hues.length]!;

/** The motif of an amount: eight and its multiples fill the ring. */
export function motifOf(slug: string, amount: number): Motif {
  return { slug, lit: amount % 8 === 0 ? 8 : amount % 8, text: String(amount).slice(0, 4) };
}

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The eight counts as petals round a number, lit up to the motif's count; an inactive one is drawn in outlines. 512 units square. */
export function badgeSvg({ slug, lit, text }: Motif, isActive: boolean): string {
  const hue = hueOf(slug);
  const bright = `hsl(${hue} 88% 62%)`;
  const deep = `hsl(${hue} 70% 24%)`;
  const petals = Array.from({ length: 8 }, (_, count) => {
    const fill = isActive && count < lit ? bright : "none";
    const stroke = isActive ? bright : "hsl(220 8% 55%)";
    return `<path transform="rotate(${count * 45} 256 256)" d="M226 44a212 212 0 0 1 60 0l-9 62a150 150 0 0 0-42 0z" fill="${fill}" stroke="${stroke}" stroke-width="8" stroke-linejoin="round"/>`;
  }).join("");
  const size = text.length > 3 ? 118 : text.length > 2 ? 140 : 172;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">${petals}` +
    `<circle cx="256" cy="256" r="132" fill="${isActive ? deep : "none"}" stroke="${isActive ? bright : "hsl(220 8% 55%)"}" stroke-width="8"/>` +
    `<text x="256" y="256" dy="0.36em" text-anchor="middle" font-family="Bricolage Grotesque, Arial Black, Arial, sans-serif" font-weight="800" font-size="${size}" fill="${isActive ? "#fff" : "hsl(220 8% 55%)"}">${escape(text)}</text></svg>`
  );
}

/** A wide picture for a challenge: its counts as a floor of eight squares under the number. 1280 × 720 units. */
export function challengeSvg({ slug, lit, text }: Motif): string {
  const hue = hueOf(slug);
  const squares = Array.from(
    { length: 8 },
    (_, count) =>
      `<rect x="${88 + count * 140}" y="500" width="124" height="124" rx="20" fill="${count < lit ? `hsl(${hue} 88% 62%)` : `hsl(${hue} 30% 26%)`}"/>`,
  ).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><rect width="1280" height="720" fill="hsl(${hue} 42% 11%)"/>` +
    `<circle cx="1010" cy="230" r="330" fill="hsl(${hue} 60% 18%)"/><text x="88" y="400" font-family="Bricolage Grotesque, Arial Black, Arial, sans-serif" font-weight="800" font-size="330" fill="#fff">${escape(text)}</text>${squares}</svg>`
  );
}

/** An SVG as PNG. @param width pixels; the height follows */
export async function renderPng(svg: string, width: number): Promise<Buffer> {
  const image = await loadImage(Buffer.from(svg));
  const height = Math.round((image.height / image.width) * width);
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return canvas.encode("png");
}
