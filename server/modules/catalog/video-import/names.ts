import { angleKeys, mainAngle } from "../../../../contract/angles.ts";
import type { AngleKey } from "../../../../contract/angles.ts";

/** What the name of a file says of its class. Pure functions. */

/** Characters of a class's title. */
const maxTitle = 100;
/** Names that cameras and phones give: a prefix and a number, or a moment. */
const cameraName =
  /^(?:(?:img|dsc[fn]?|mvi|mov|vid|video|movie|clip|gopr|g[hxp]\d{2}|gx|pxl|dji|mah|p|c|s|a\d{3}c)[-_ ]?)?\d{3,}(?:[-_ ~.]\d+)*$/i;
/** What an export adds to a name. */
const exported =
  /[\s([]+(?:\d{3,4}p(?:\d{2})?|[248]k|u?hd|full ?hd|h\.?26[45]|hevc|prores|final|export|master|mp4|v\d{1,2})[\])]*$/i;
const angleWords: Readonly<Record<AngleKey, readonly string[]>> = {
  front: ["front", "main", "vorne", "frente"],
  back: ["back", "rear", "mirror", "hinten", "rücken", "espalda", "espejo"],
  feet: ["feet", "foot", "füße", "fuesse", "pies"],
  left: ["left", "links", "izquierda"],
  right: ["right", "rechts", "derecha"],
  close: ["close", "closeup", "close-up", "nah", "cerca"],
};

/** A name to compare: only letters and digits, in lower case, without accents. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The first characters of a text; half of an emoji is left out. */
export const cutText = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, "");

/** A file's name without its ending. */
export const stemOf = (fileName: string): string => fileName.replace(/\.[a-z0-9]{1,5}$/i, "");

/** Parts of a folder's path. */
export const segmentsOf = (folder: string): string[] =>
  folder.split(/[/\\]/).flatMap((part) => part.trim() || []);

/**
 * The angle that a file's name ends with, and the name without it: `Rock the corner-back.mp4` is the back of `Rock the corner`.
 * @returns an angle of null where the name names none
 */
export function angleOf(fileName: string): { angle: AngleKey | null; stem: string } {
  const stem = stemOf(fileName).normalize("NFC");
  const found = /^(.+?)[\s._-]+[([]?(close-up|\p{L}+)[\])]?$/iu.exec(stem);
  const word = found?.[2]?.toLowerCase();
  const angle = word === undefined ? undefined : angleKeys.find((key) => angleWords[key].includes(word));
  return angle && found?.[1] ? { angle, stem: found[1] } : { angle: null, stem };
}

/** The id of a video on the service that it comes from, where downloads write it into the name; null if there is none. */
export function videoIdOf(fileName: string): string | null {
  return /[[(]([\w-]{11}|\d{6,11})[\])]$/.exec(stemOf(fileName))?.[1] ?? null;
}

/**
 * The title of a class by the name of its file: without ending, numbering, date, underscores, and what exports add. A name that only
 * a camera would give becomes that of the folder.
 */
export function titleOf(fileName: string, folder: string): string {
  const { stem, angle } = angleOf(fileName);
  let title = (angle === mainAngle || angle === null ? stem : stemOf(fileName))
    .replace(/[[(](?:[\w-]{11}|\d{6,11})[\])]$/, "")
    .trim();
  if (cameraName.test(title)) {
    const parent = segmentsOf(folder).at(-1);
    const number = /\d+$/.exec(title)?.[0] ?? "";
    return clean(parent && !cameraName.test(parent) ? `${parent} ${number}` : title);
  }
  for (let before = ""; before !== title;) {
    before = title;
    title = clean(title).replace(exported, "");
  }
  const unnumbered = title
    .replace(/^\d{4}[- .]\d{2}[- .]\d{2}\s*-?\s*/, "")
    // Neither “8 counts” nor “3-step turn” is a numbering.
    .replace(/^(?:\d{1,3}(?:[.)]\s*|\s+-\s*|-\s+)|0\d{1,2}\s+)(?=\p{L})/u, "");
  title = unnumbered || title;
  return cutText(title.charAt(0).toUpperCase() + title.slice(1), maxTitle).trim() || "Video";
}

function clean(text: string): string {
  const spaced = text.replaceAll("_", " ");
  // Hyphens and dots stand for spaces only where there are none.
  const words = /\s/.test(spaced.trim()) ? spaced : spaced.replaceAll(/[-.]+/g, " ");
  return cutText(words.replaceAll(/\s+/g, " ").trim(), maxTitle);
}
