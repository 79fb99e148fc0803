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

/** The parts whose times can be read, in the order of the list. */
export const blocksOf = (parts: readonly PartDraft[]): Block[] =>
  parts.flatMap(({ title, start, end }, at) => {
    const [startMs, endMs] = [readTime(start), readTime(end)];
    return startMs !== null && endMs !== null && endMs > startMs ? [{ at, title, startMs, endMs }] : [];
  });

/** The part at a moment; its end belongs to the next one. */
export const blockAt = (parts: readonly PartDraft[], ms: number): Block | undefined =>
  blocksOf(parts).find(({ startMs, endMs }) => startMs <= ms && ms < endMs);

/** Where an edge may be moved: up to the next part, or as far as it when both share the edge. */
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
    return [least, Math.max(least, block.endMs - minPartMs)];
  }
  const isShared = after?.startMs === block.endMs;
  const most = isShared ? after.endMs - minPartMs : (after?.startMs ?? durationMs);
  return [Math.min(most, block.startMs + minPartMs), most];
}

/** Moves an edge of a part within its bounds. An edge that two parts share stays shared. */
export function moveEdge(
  parts: readonly PartDraft[],
  { at, side }: { readonly at: number; readonly side: EdgeSide },
  ms: number,
  durationMs: number,
): PartDraft[] {
  const block = blocksOf(parts).find((one) => one.at === at);
  if (!block) return [...parts];
  const [least, most] = boundsOf(parts, at, side, durationMs);
  const to = writeTime(Math.round(Math.max(least, Math.min(most, ms))));
  const from = side === "start" ? block.startMs : block.endMs;
  const [neighbor, neighborSide] = side === "start" ? [at - 1, "end" as const] : [at + 1, "start" as const];
  return parts.map((part, place) => {
    if (place === at) return { ...part, [side]: to };
    return place === neighbor && readTime(part[neighborSide]) === from
      ? { ...part, [neighborSide]: to }
      : part;
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
          { ...part, start: time },
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
  const added = { title, kind: "counts" as const, start: writeTime(Math.round(ms)), end: writeTime(endMs) };
  const place = next?.at ?? parts.length;
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
