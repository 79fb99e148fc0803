/** Changes of a class's parts on the timeline. Pure functions; times are milliseconds of the class. */
import { readTime, writeTime, type PartDraft } from "../class-draft.ts";

/** The shortest part. */
const minPartMs = 1_000;

/** A part that can be drawn, and its place in the list. */
export type Block = {
  readonly at: number;
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
};
export type EdgeSide = "start" | "end";

/** The parts whose times can be read, in the order of time: the list may have another one while it is edited. */
export const blocksOf = (parts: readonly PartDraft[]): Block[] =>
  parts
    .flatMap(({ title, start, end }, at) => {
      const [startMs, endMs] = [readTime(start), readTime(end)];
      return startMs !== null && endMs !== null && endMs > startMs ? [{ at, title, startMs, endMs }] : [];
    })
    .toSorted((a, b) => a.startMs - b.startMs);

/** The part at a moment; its end belongs to the next one. */
export const blockAt = (parts: readonly PartDraft[], ms: number): Block | undefined =>
  blocksOf(parts).find(({ startMs, endMs }) => startMs <= ms && ms < endMs);

/**
 * Where an edge may be moved: up to the next part, or into it when both share the edge. It never passes the other edge of its own
 * part, also where parts overlap.
 */
export function boundsOf(
  parts: readonly PartDraft[],
  at: number,
  side: EdgeSide,
  durationMs: number,
): readonly [number, number] {
  const blocks = blocksOf(parts);
  const place = blocks.findIndex((block) => block.at === at);
  const [before, block, after] = [blocks[place - 1], blocks[place], blocks[place + 1]];
  if (!block) return [0, 0];
  if (side === "start") {
    const isShared = before?.endMs === block.startMs;
    const least = isShared ? before.startMs + minPartMs : (before?.endMs ?? 0);
    const most = Math.max(0, block.endMs - minPartMs);
    return [Math.min(least, most), most];
  }
  const least = block.startMs + minPartMs;
  const isShared = after?.startMs === block.endMs;
  const most = isShared ? after.endMs - minPartMs : (after?.startMs ?? durationMs);
  return [least, Math.max(least, most)];
}

/** Moves an edge of a part within its bounds. An edge that two parts share stays shared. */
export function moveEdge(
  parts: readonly PartDraft[],
  { at, side }: { readonly at: number; readonly side: EdgeSide },
  ms: number,
  durationMs: number,
): PartDraft[] {
  const blocks = blocksOf(parts);
  const index = blocks.findIndex((one) => one.at === at);
  const block = blocks[index];
  if (!block) return [...parts];
  const [least, most] = boundsOf(parts, at, side, durationMs);
  const to = writeTime(Math.round(Math.max(least, Math.min(most, ms))));
  const from = side === "start" ? block.startMs : block.endMs;
  const other = side === "start" ? "end" : "start";
  const neighbor = blocks[side === "start" ? index - 1 : index + 1]?.at;
  return parts.map((part, place) => {
    if (place === at) return { ...part, [side]: to };
    return place === neighbor && readTime(part[other]) === from ? { ...part, [other]: to } : part;
  });
}

/**
 * Moves a part with its length, between its neighbors. An edge that it shares with one stays shared: the neighbor gets longer or
 * shorter.
 * @param ms where it starts
 */
export function movePart(
  parts: readonly PartDraft[],
  at: number,
  ms: number,
  durationMs: number,
): PartDraft[] {
  const blocks = blocksOf(parts);
  const index = blocks.findIndex((one) => one.at === at);
  const block = blocks[index];
  if (!block) return [...parts];
  const lengthMs = block.endMs - block.startMs;
  const [least] = boundsOf(parts, at, "start", durationMs);
  const [, most] = boundsOf(parts, at, "end", durationMs);
  const startMs = Math.round(Math.max(least, Math.min(most - lengthMs, ms)));
  const [before, after] = [blocks[index - 1], blocks[index + 1]];
  return parts.map((part, place) => {
    if (place === at) return { ...part, start: writeTime(startMs), end: writeTime(startMs + lengthMs) };
    if (place === before?.at && before.endMs === block.startMs) return { ...part, end: writeTime(startMs) };
    if (place === after?.at && after.startMs === block.endMs)
      return { ...part, start: writeTime(startMs + lengthMs) };
    return part;
  });
}

/** Divides the part at a moment in two of the same name and kind; unchanged too near to its edges. */
export function splitAt(parts: readonly PartDraft[], ms: number): PartDraft[] {
  const block = blockAt(parts, ms);
  if (!block || ms - block.startMs < minPartMs || block.endMs - ms < minPartMs) return [...parts];
  const time = writeTime(Math.round(ms));
  return parts.flatMap((part, at) =>
    at === block.at
      ? [
          { ...part, end: time },
          { ...part, key: null, start: time },
        ]
      : [part],
  );
}

/** Joins a part with the next one, under the name and kind of the first; unchanged for the last. */
export function mergeWithNext(parts: readonly PartDraft[], at: number): PartDraft[] {
  const [part, next] = [parts[at], parts[at + 1]];
  if (!part || !next) return [...parts];
  return [...parts.slice(0, at), { ...part, end: next.end }, ...parts.slice(at + 2)];
}

/** Adds a part from a moment outside of the others up to the next one, or to the end; unchanged within a part. */
export function addAt(
  parts: readonly PartDraft[],
  ms: number,
  { title, durationMs }: { readonly title: string; readonly durationMs: number },
): PartDraft[] {
  const blocks = blocksOf(parts);
  const next = blocks.find(({ startMs }) => startMs > ms);
  const endMs = next?.startMs ?? durationMs;
  if (blockAt(parts, ms) || endMs - ms < minPartMs) return [...parts];
  const added = {
    key: null,
    title,
    kind: "counts" as const,
    start: writeTime(Math.round(ms)),
    end: writeTime(endMs),
  };
  const place = next?.at ?? parts.length;
  return [...parts.slice(0, place), added, ...parts.slice(place)];
}

/**
 * Adds a part that had no place: from a moment on if there is room, else in the longest gap; without times if there is none.
 * @param ms where it should start
 */
export function placeAgain(
  parts: readonly PartDraft[],
  { lengthMs, ...part }: Omit<PartDraft, "start" | "end"> & { readonly lengthMs: number },
  ms: number,
  durationMs: number,
): PartDraft[] {
  const blocks = blocksOf(parts);
  const gaps = [...blocks, null].flatMap((next, at) => {
    const gap = { from: blocks[at - 1]?.endMs ?? 0, to: next?.startMs ?? durationMs, at: next?.at };
    return gap.to - gap.from >= minPartMs ? [gap] : [];
  });
  const here = gaps.find(({ from, to }) => from <= ms && ms <= to - minPartMs);
  const gap = here ?? gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  if (!gap) return [...parts, { ...part, start: "", end: "" }];
  const startMs = Math.round(here ? ms : gap.from);
  const added = { ...part, start: writeTime(startMs), end: writeTime(Math.min(gap.to, startMs + lengthMs)) };
  const place = gap.at ?? parts.length;
  return [...parts.slice(0, place), added, ...parts.slice(place)];
}

/** Names parts in order, those of a name that comes back with a number: Talk, Music, Talk 2. */
export function numbered(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const place = (seen.get(title) ?? 0) + 1;
    seen.set(title, place);
    return place === 1 ? title : `${title} ${place}`;
  });
}
