import type { ClassFilters } from "../store-lists.ts";
import { fillers, numbers, phrases, spans, synonyms } from "./vocabulary.ts";

/** What a phrase of a search can filter by. */
export const readKinds = [
  "length",
  "tempo",
  "level",
  "style",
  "type",
  "energy",
  "space",
  "floor",
  "clean",
  "access",
] as const;
export type ReadKind = (typeof readKinds)[number];

/** Filters that a search text can set. */
export type ReadFilters = Partial<
  Pick<
    ClassFilters,
    | "levels"
    | "styles"
    | "types"
    | "accessTypes"
    | "energies"
    | "spaces"
    | "usesFloor"
    | "minDurationMs"
    | "maxDurationMs"
    | "minBpm"
    | "maxBpm"
  >
> & { readonly leavesOutExplicit?: true };

/** A phrase of a search, understood as a filter. */
export interface ReadPhrase {
  readonly kind: ReadKind;
  /** As typed. */
  readonly text: string;
  readonly filters: ReadFilters;
  /** The search text without the phrase. */
  readonly without: string;
}
export interface ReadText {
  readonly phrases: readonly ReadPhrase[];
  /** What is left to search for; empty if all was understood. */
  readonly rest: string;
}

/** A style with all of its names. */
export interface NamedStyle {
  readonly slug: string;
  readonly names: readonly string[];
}

/** Beats per minute around a tempo that someone names. */
const bpmAround = 4;
const maxPhrases = 6;
const maxAlternatives = 6;

/** Lower case, without accents, with single spaces between words. */
const fold = (text: string): string =>
  (
    text
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .replaceAll("ß", "ss")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");

interface Word {
  /** Folded. */
  readonly word: string;
  /** In the text. */
  readonly from: number;
  readonly to: number;
  isRead: boolean;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((found) => {
    const word = fold(found[0]);
    return word === "" ? [] : [{ word, from: found.index, to: found.index + found[0].length, isRead: false }];
  });

const escaped = (phrase: string): RegExp => new RegExp(String.raw`\b${phrase}\b`, "u");

interface Candidate {
  readonly kind: ReadKind;
  readonly pattern: RegExp;
  filters(amount: number): ReadFilters;
}

const minuteMs = 60_000;
const lengthsAndTempos: readonly Candidate[] = [
  { kind: "length", pattern: numbers.minMinutes, filters: (n) => ({ minDurationMs: n * minuteMs }) },
  { kind: "length", pattern: numbers.maxMinutes, filters: (n) => ({ maxDurationMs: n * minuteMs }) },
  ...spans.map(([pattern, n]): Candidate => ({
    kind: "length",
    pattern,
    filters: () => ({ maxDurationMs: n * minuteMs }),
  })),
  { kind: "tempo", pattern: numbers.maxBpm, filters: (n) => ({ maxBpm: n }) },
  { kind: "tempo", pattern: numbers.minBpm, filters: (n) => ({ minBpm: n }) },
  { kind: "tempo", pattern: numbers.bpm, filters: (n) => ({ minBpm: n - bpmAround, maxBpm: n + bpmAround }) },
];
const filtersOf: { readonly [Kind in keyof typeof phrases]: (value: string) => ReadFilters } = {
  level: (value) => ({ levels: [value] }),
  type: (value) => ({ types: [value] }),
  energy: (value) => ({ energies: [value] }),
  space: (value) => ({ spaces: [value] }),
  floor: () => ({ usesFloor: false }),
  clean: () => ({ leavesOutExplicit: true }),
  access: (value) => ({ accessTypes: [value] }),
};
const attributes: readonly Candidate[] = (Object.keys(phrases) as (keyof typeof phrases)[])
  .flatMap((kind) =>
    Object.entries(phrases[kind]).flatMap(([value, said]) =>
      (said as readonly string[]).map((phrase) => ({ kind, value, phrase })),
    ),
  )
  .toSorted((a, b) => b.phrase.length - a.phrase.length)
  .map(({ kind, value, phrase }) => ({
    kind,
    pattern: escaped(phrase),
    filters: () => filtersOf[kind](value),
  }));

/** Every name of the styles, and their synonyms, the longest first. */
function stylePhrases(styles: readonly NamedStyle[]): Candidate[] {
  return styles
    .flatMap(({ slug, names }) => {
      const own = new Set([...names, slug].map(fold).filter((name) => name !== ""));
      const others = synonyms.filter((group) => group.some((name) => own.has(name))).flat();
      return [...new Set([...own, ...others])].map((name) => ({ slug, name }));
    })
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ slug, name }) => ({
      kind: "style" as const,
      pattern: escaped(name),
      filters: () => ({ styles: [slug] }),
    }));
}

const cut = (text: string, ranges: readonly { from: number; to: number }[]): string => {
  let rest = "";
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    rest += text.slice(at, from);
    at = to;
  }
  return (rest + text.slice(at))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?:^|\s)[^\p{L}\p{N}"]+(?=\s|$)/gu, " ")
    .trim();
};

/**
 * Reads the filters that a search text names, such as "10 min hip hop beginner", in the words of every language. Each kind is read
 * once, and none that is filtered by already. A text with quotes or exclusions is searched as it is.
 * @param taken kinds that aren't read
 */
export function readPhrases(
  text: string,
  styles: readonly NamedStyle[],
  taken: ReadonlySet<ReadKind>,
): ReadText {
  if (/"|(?:^|\s)-\S/.test(text)) return { phrases: [], rest: text };
  const words = wordsOf(text);
  const found: { kind: ReadKind; filters: ReadFilters; from: number; to: number }[] = [];
  const kinds = new Set(taken);
  for (const candidate of [...lengthsAndTempos, ...stylePhrases(styles), ...attributes]) {
    if (kinds.has(candidate.kind) || found.length === maxPhrases) continue;
    const match = matchIn(words, candidate.pattern);
    if (!match) continue;
    kinds.add(candidate.kind);
    for (const word of match.words) word.isRead = true;
    const [first, last] = [match.words[0]!, match.words.at(-1)!];
    found.push({
      kind: candidate.kind,
      filters: candidate.filters(match.amount),
      from: first.from,
      to: last.to,
    });
  }
  if (found.length === 0) return { phrases: [], rest: text };
  const left = words.filter(({ isRead }) => !isRead);
  const empty = left.filter(({ word }) => fillers.has(word));
  return {
    phrases: found
      .toSorted((a, b) => a.from - b.from)
      .map((one) => ({
        kind: one.kind,
        filters: one.filters,
        text: text.slice(one.from, one.to),
        without: cut(text, [one]),
      })),
    rest: left.length === empty.length ? "" : cut(text, [...found, ...empty]),
  };
}

/** The words that a pattern matches, among those that nothing was read from; null if there are none. */
function matchIn(
  words: readonly Word[],
  pattern: RegExp,
): { readonly words: readonly Word[]; readonly amount: number } | null {
  // Read words stay as a mark that no pattern crosses.
  const text = words.map(({ word, isRead }) => (isRead ? "|" : word)).join(" ");
  const match = pattern.exec(text);
  if (!match) return null;
  const first = text.slice(0, match.index).split(" ").length - 1;
  return {
    words: words.slice(first, first + match[0].split(" ").length),
    amount: Number(match[1] ?? 0),
  };
}

/** All filters of the phrases of a search, together. */
export const filtersOfPhrases = (read: readonly ReadPhrase[]): ReadFilters =>
  Object.assign({}, ...read.map(({ filters }) => filters)) as ReadFilters;

/** A search text with its words replaced by synonyms, one text for each. None for quotes and exclusions. */
export function alternativesOf(text: string): string[] {
  if (/"|(?:^|\s)-\S/.test(text)) return [];
  const folded = fold(text);
  return synonyms
    .flatMap((group) => {
      const said = group
        .filter((name) => escaped(name).test(folded))
        .toSorted((a, b) => b.length - a.length)[0];
      if (said === undefined) return [];
      return group.filter((name) => name !== said).map((name) => folded.replace(escaped(said), name));
    })
    .slice(0, maxAlternatives);
}
