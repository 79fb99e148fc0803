import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { graphemesOf, wordsOf } from "../../../../contract/formats/segments.ts";
import { fontFileFinder, fontWith } from "./pdf-fonts.ts";

// The package is CommonJS and exports the function itself; its types describe an ES module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Scripts that draw some characters in another order than they are written in, and the Thai and Lao am, drawn as two. */
const reordering =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\u0e33\u0eb3]/u;
/** Scripts in which a line may break between words without a space. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// PDF's own fonts cover only Western European text, and render in a thirtieth of the time.
const isWestern = (text: string): boolean => /^[\n\u0020-\u007e\u00a0-\u00ff\u20ac]*$/.test(text);

/** Characters in one font that are moved together, and where they begin in their text. */
interface Group {
  readonly text: string;
  readonly font: string;
  readonly start: number;
}
/** Text in one font, in the order in which its shaper wants it. */
export interface Run {
  readonly text: string;
  readonly font: string;
  /** The text as written, if its glyphs are in another order: for copying, search and screen readers. */
  readonly actual: string | null;
}
export type Line = readonly Run[];
/** The width of a text, in points. */
export type Measure = (run: { readonly text: string; readonly font: string }) => number;

/** The fonts of a document, and its texts in lines. */
export interface Typesetter {
  /** Fonts by their names in runs; without those that every PDF reader has. */
  readonly fonts: ReadonlyMap<string, Font>;
  /** Height of a line and its baseline from its top, relative to the size of the characters. */
  readonly metrics: { readonly line: number; readonly baseline: number };
  lines: (text: string, isBold: boolean, width: number, measure: Measure) => Line[];
}

/** Emoji and control characters aren't drawn; a letter that no font has shows as a replacement character. */
function groupsOf(text: string, fontOf: (group: string) => string | null): Group[] {
  const groups: Group[] = [];
  let start = 0;
  const add = (part: string, font: string | null): void => {
    // What isn't drawn leaves no second space.
    if (font === null || (part === " " && groups.at(-1)?.text === " ")) return;
    groups.push({ text: part, font, start });
    start += part.length;
  };
  for (const segment of graphemesOf(text.normalize("NFC"))) {
    const drawable = segment.replaceAll(
      /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu,
      "",
    );
    const font = drawable && fontOf(drawable);
    if (font) add(drawable, font);
    else
      for (const character of drawable) {
        const own = fontOf(character);
        if (own) add(character, own);
        else if (/[\p{L}\p{N}]/u.test(character)) add("\ufffd", fontOf("\ufffd"));
      }
  }
  return groups;
}

/** Ends of the parts that a line may not break, as offsets. */
function breaksOf(text: string): number[] {
  const parts = wordsOf(text);
  return parts.flatMap(({ text: word, start }, at) => {
    const next = parts[at + 1]?.text;
    const end = start + word.length;
    if (next === undefined) return [end];
    if (/^\s/.test(next)) return [];
    const mayBreak =
      /[\s-]$/.test(word) ||
      (spaceless.test(word) && spaceless.test(next) && !/^[\p{P}\p{M}ーっッゃャゅュょョ]/u.test(next));
    return mayBreak ? [end] : [];
  });
}

function visualRuns(
  groups: readonly Group[],
  text: string,
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
) {
  const first = groups[0];
  const last = groups.at(-1);
  if (!first || !last) return [];
  const end = last.start + last.text.length - 1;
  const groupAt = new Map(groups.map((group) => [group.start, group]));
  const order = bidi
    .getReorderedIndices(text, levels, first.start, end)
    .slice(first.start, end + 1)
    .flatMap((index) => groupAt.get(index) ?? []);
  const runs: Run[] = [];
  let isOpen = false;
  let lastLevel = -1;
  for (const { text: own, font, start } of order) {
    const isBackward = levels.levels[start]! % 2 === 1;
    const shapesBackward = rightToLeft.test(own);
    const previous = runs.at(-1);
    const shown = isBackward && !shapesBackward ? (bidi.getMirroredCharacter(own) ?? own) : own;
    // The shaper turns Arabic and Hebrew words itself, so they are given as written.
    if (previous && isOpen && previous.font === font && lastLevel === levels.levels[start]) {
      const joined = shapesBackward ? shown + previous.text : previous.text + shown;
      runs[runs.length - 1] = { text: joined, font, actual: reordering.test(joined) ? joined : null };
    } else runs.push({ text: shown, font, actual: reordering.test(shown) ? shown : null });
    isOpen = !(shapesBackward && !isBackward);
    lastLevel = levels.levels[start]!;
  }
  return runs;
}

/** Fills lines of a width with parts; a part that is wider than a line breaks anywhere. */
function fill(groups: readonly Group[], ends: readonly number[], width: number, measure: Measure): Group[][] {
  const widthOf = (part: readonly Group[]): number => {
    let sum = 0;
    for (let at = 0; at < part.length;) {
      let to = at + 1;
      while (part[to]?.font === part[at]!.font) to += 1;
      const text = part
        .slice(at, to)
        .map((group) => group.text)
        .join("");
      sum += measure({ text, font: part[at]!.font });
      at = to;
    }
    return sum;
  };
  const lines: Group[][] = [[]];
  let used = 0;
  const put = (part: readonly Group[]): void => {
    const last = part.findLastIndex(({ text }) => text.trim() !== "");
    const shown = widthOf(part.slice(0, last + 1));
    if (used > 0 && used + shown > width) {
      lines.push([]);
      used = 0;
    }
    if (shown > width && part.length > 1) for (const group of part) put([group]);
    else {
      lines.at(-1)!.push(...part);
      used += widthOf(part);
    }
  };
  let from = 0;
  for (const end of ends) {
    const to = groups.findIndex(({ start }, at) => at >= from && start >= end);
    const next = to === -1 ? groups.length : to;
    if (next > from) put(groups.slice(from, next));
    from = next;
  }
  return lines;
}

/**
 * Prepares the fonts of a document's texts, each with the glyphs in use only.
 * @param country ISO code of the buyer's country, which decides how Han characters look; null if it is unknown
 */
export async function createTypesetter(
  texts: readonly { readonly text: string; readonly isBold: boolean }[],
  country: string | null,
): Promise<Typesetter> {
  const allText = texts.map(({ text }) => text).join("\n");
  const isPlain = isWestern(allText);
  const fileOf = fontFileFinder(allText, country);
  const fontOf = (group: string, isBold: boolean): string | null => {
    if (isPlain) return isBold ? "Helvetica-Bold" : "Helvetica";
    const file = fileOf(group);
    return file && `${isBold ? "700" : "400"} ${file}`;
  };
  const groupsIn = (text: string, isBold: boolean) => groupsOf(text, (group) => fontOf(group, isBold));
  const characters = new Map<string, Set<string>>();
  if (!isPlain)
    for (const { text, isBold } of texts)
      for (const group of groupsIn(text, isBold)) {
        const known = characters.get(group.font) ?? new Set();
        characters.set(group.font, known);
        // A bracket in right-to-left text shows as its counterpart.
        for (const character of group.text)
          known.add(character).add(bidi.getMirroredCharacter(character) ?? character);
      }
  const fonts = new Map<string, Font>();
  for (const [font, known] of characters)
    fonts.set(font, await fontWith(font.slice(4), font.startsWith("700") ? 700 : 400, [...known].join("")));
  return {
    fonts,
    metrics: isPlain ? { line: 1.156, baseline: 0.718 } : { line: 1.362, baseline: 1.069 },
    lines: (text, isBold, width, measure) =>
      text.split("\n").flatMap((paragraph) => {
        const groups = groupsIn(paragraph.replaceAll(/\s+/g, " ").trim(), isBold);
        const shown = groups.map((group) => group.text).join("");
        const levels = bidi.getEmbeddingLevels(shown);
        return fill(groups, breaksOf(shown), width, measure).map((line) => {
          const last = line.findLastIndex((group) => group.text.trim() !== "");
          return visualRuns(line.slice(0, last + 1), shown, levels);
        });
      }),
  };
}
