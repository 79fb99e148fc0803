/** Captions as they are edited. Pure functions. */
import { escapeCueText, unescapeCueText, writeWebVtt } from "../../../../../contract/captions.ts";
import type { Captions, Cue } from "../../../../../contract/captions.ts";
import { readTime, writeTime } from "../class-draft.ts";

/** A caption as typed. */
export type CueDraft = {
  readonly key: number;
  readonly start: string;
  readonly end: string;
  readonly text: string;
  /** Blocks of a deleted last caption. */
  readonly after?: readonly string[];
} & Pick<Cue, "id" | "settings" | "before">;

/** How long an added caption is shown, milliseconds. */
const addedMs = 2000;
const plain = { id: null, settings: "", before: [] } as const;

const afterOf = (cue: CueDraft | undefined): readonly string[] => cue?.after ?? [];

/** The cues of a file as drafts. */
export const draftOf = ({ cues }: Captions): CueDraft[] =>
  cues.map(({ startMs, endMs, text, ...rest }, key) => ({
    ...rest,
    key,
    start: writeTime(startMs),
    end: writeTime(endMs),
    text: unescapeCueText(text),
  }));

/** WebVTT of valid cues, with what else was in the file. */
export const contentOf = (file: Pick<Captions, "header" | "after">, cues: readonly CueDraft[]): string =>
  writeWebVtt({
    ...file,
    after: [...afterOf(cues.at(-1)), ...file.after],
    cues: cues.map(({ key: _key, after: _after, start, end, text, ...rest }, at) => ({
      ...rest,
      before: [...afterOf(cues[at - 1]), ...rest.before],
      startMs: readTime(start) ?? 0,
      endMs: readTime(end) ?? 0,
      text: escapeCueText(text.trim()),
    })),
  });

/** What is wrong with a caption: a time that can't be read, its order, or an empty text. */
export type CueDraftFault = "start" | "end" | "order" | "text";

export function faultOf({ start, end, text }: CueDraft): CueDraftFault | null {
  const [startMs, endMs] = [readTime(start), readTime(end)];
  if (startMs === null) return "start";
  if (endMs === null) return "end";
  if (endMs <= startMs) return "order";
  return text.trim() === "" ? "text" : null;
}

const nextKey = (cues: readonly CueDraft[]): number => Math.max(-1, ...cues.map(({ key }) => key)) + 1;

/**
 * Adds an empty caption at a moment.
 * @returns the captions, and the key of the new one
 */
export function addCue(
  cues: readonly CueDraft[],
  startMs: number,
): { readonly cues: CueDraft[]; readonly key: number } {
  const at = cues.filter(({ start }) => (readTime(start) ?? 0) <= startMs).length;
  const next = cues[at] && readTime(cues[at].start);
  const endMs = next != null && next > startMs ? Math.min(startMs + addedMs, next) : startMs + addedMs;
  const key = nextKey(cues);
  const added = { ...plain, key, start: writeTime(startMs), end: writeTime(endMs), text: "" };
  return { cues: cues.toSpliced(at, 0, added), key };
}

/**
 * Splits a caption in two.
 * @param caret where its text is split
 * @param positionMs of the video; outside of the caption, its time is split as its text is
 */
export function splitCue(
  cues: readonly CueDraft[],
  at: number,
  { caret, positionMs }: { readonly caret: number; readonly positionMs: number | null },
): CueDraft[] {
  const cue = cues[at];
  const [startMs, endMs] = [cue && readTime(cue.start), cue && readTime(cue.end)];
  if (!cue || startMs == null || endMs == null || endMs - startMs < 2) return [...cues];
  const share = caret > 0 && caret < cue.text.length ? caret / cue.text.length : 1 / 2;
  const isWithin = positionMs !== null && positionMs > startMs && positionMs < endMs;
  const middle = writeTime(Math.round(isWithin ? positionMs : startMs + (endMs - startMs) * share));
  const cut = caret > 0 && caret < cue.text.length ? caret : wordBreak(cue.text);
  const first = { ...cue, after: [], end: middle, text: cue.text.slice(0, cut).trim() };
  const rest = {
    ...plain,
    settings: cue.settings,
    after: afterOf(cue),
    key: nextKey(cues),
    start: middle,
    end: cue.end,
    text: cue.text.slice(cut).trim(),
  };
  return cues.toSpliced(at, 1, first, rest);
}

/** The space nearest to the middle of a text; its end without one. */
function wordBreak(text: string): number {
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const middle = text.length / 2;
  return spaces.reduce(
    (best, one) => (Math.abs(one - middle) < Math.abs(best - middle) ? one : best),
    spaces[0] ?? text.length,
  );
}

/** Deletes a caption. What stood before it, such as a note, goes to its neighbor. */
export function removeCue(cues: readonly CueDraft[], at: number): CueDraft[] {
  const [previous, cue, next] = [cues[at - 1], cues[at], cues[at + 1]];
  const rest = cues.toSpliced(at, 1);
  if (!cue) return rest;
  const blocks = [...cue.before, ...afterOf(cue)];
  if (next) return rest.with(at, { ...next, before: [...blocks, ...next.before] });
  return previous ? rest.with(at - 1, { ...previous, after: [...afterOf(previous), ...blocks] }) : rest;
}

/** Joins a caption and the next one. What stood between them, such as a note, goes before both. */
export function mergeCue(cues: readonly CueDraft[], at: number): CueDraft[] {
  const [cue, next] = [cues[at], cues[at + 1]];
  if (!cue || !next) return [...cues];
  const text = [cue.text.trim(), next.text.trim()].filter((one) => one !== "").join("\n");
  return cues.toSpliced(at, 2, {
    ...cue,
    end: next.end,
    text,
    before: [...cue.before, ...afterOf(cue), ...next.before],
    after: afterOf(next),
  });
}

/** Place of the caption that is shown at a moment; -1 if none is. */
export const cueAt = (cues: readonly CueDraft[], ms: number): number =>
  cues.findLastIndex(
    ({ start, end }) => (readTime(start) ?? Infinity) <= ms && ms < (readTime(end) ?? -Infinity),
  );
