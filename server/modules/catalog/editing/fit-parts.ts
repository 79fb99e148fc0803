/** Which parts of a class fit its video, and where. Pure. */
import type { TempoSpan } from "../store-classes.ts";
import type { PartRow } from "../store.ts";
import { eightsOf, maxParts } from "./attributes.ts";

/** A part of a class, with the ends that it had before its video was cut there. */
export interface PlacedPart extends PartRow {
  /** In the time of the class; null: its video has all of it. */
  readonly wholeStartMs: number | null;
  readonly wholeEndMs: number | null;
}

/** A part that lies outside of the video of its class. */
export interface UnplacedPart {
  readonly key: number;
  readonly title: string;
  readonly kind: PartRow["kind"];
  /** In the time of the class, before its start or beyond its end. */
  readonly startMs: number;
  readonly endMs: number;
  /** In the last video that had it. */
  readonly formerStartMs: number;
  readonly formerEndMs: number;
}

/** The parts of a class, also those that its video doesn't have. */
export interface ClassParts {
  readonly parts: readonly PlacedPart[];
  readonly unplacedParts: readonly UnplacedPart[];
}

/** What is left of a part must be this long. Milliseconds. */
const minLeftMs = 1000;

/**
 * Fits parts into the new video of a class. One that reaches out of it is shortened, one of which too little is left is unplaced; both
 * become whole again in a video that has them.
 * @param byMs how much later a moment of the former video is in the new one
 */
export function fitParts(
  { parts, unplacedParts }: ClassParts,
  video: { readonly byMs: number; readonly durationMs: number; readonly beatGrid: readonly TempoSpan[] },
): ClassParts {
  const { byMs, durationMs, beatGrid } = video;
  const placed: PlacedPart[] = [];
  const unplaced: UnplacedPart[] = [];
  const place = (part: Omit<PlacedPart, "eights">, from: number, to: number): boolean => {
    const [wholeStart, wholeEnd] = wholeOf(part);
    const startMs = Math.max(0, from, wholeStart);
    const endMs = Math.min(durationMs, to, wholeEnd);
    if (placed.length === maxParts || endMs - startMs < Math.min(minLeftMs, wholeEnd - wholeStart))
      return false;
    placed.push({
      ...part,
      startMs,
      endMs,
      eights: eightsOf(beatGrid, startMs, endMs),
      wholeStartMs: wholeStart < startMs ? wholeStart : null,
      wholeEndMs: wholeEnd > endMs ? wholeEnd : null,
    });
    return true;
  };
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const moved = movePart(part, byMs);
    if (place(moved, placed.at(-1)?.endMs ?? 0, next ? next.startMs + byMs : Infinity)) continue;
    const [startMs, endMs] = wholeOf(moved);
    const { key, title, kind } = part;
    unplaced.push({
      key,
      title,
      kind,
      startMs,
      endMs,
      formerStartMs: Math.max(0, startMs - byMs),
      formerEndMs: endMs - byMs,
    });
  }
  for (const part of unplacedParts) {
    const { key, title, kind } = part;
    const moved = { ...part, startMs: part.startMs + byMs, endMs: part.endMs + byMs };
    const { startMs, endMs } = moved;
    const isFree = !placed.some(
      (other) => other.key === key || (other.startMs < endMs && other.endMs > startMs),
    );
    const whole = { key, title, kind, index: 0, startMs, endMs, wholeStartMs: null, wholeEndMs: null };
    if (!isFree || !place(whole, 0, Infinity)) unplaced.push(moved);
  }
  return {
    parts: placed.toSorted((a, b) => a.startMs - b.startMs).map((part, at) => ({ ...part, index: at + 1 })),
    unplacedParts: unplaced.toSorted((a, b) => a.startMs - b.startMs),
  };
}

const wholeOf = (part: Omit<PlacedPart, "eights">): [startMs: number, endMs: number] => [
  part.wholeStartMs ?? part.startMs,
  part.wholeEndMs ?? part.endMs,
];
const moveTime = (ms: number | null, byMs: number): number | null => (ms === null ? null : ms + byMs);
const movePart = (part: PlacedPart, byMs: number): PlacedPart => ({
  ...part,
  startMs: part.startMs + byMs,
  endMs: part.endMs + byMs,
  wholeStartMs: moveTime(part.wholeStartMs, byMs),
  wholeEndMs: moveTime(part.wholeEndMs, byMs),
});

/** A part as an editor sent it, after validation. */
export type ReadPart = Omit<PartRow, "key"> & {
  /** Null: a new part; undefined: of a client that knows no keys. */
  readonly key: number | null | undefined;
};

/**
 * Gives the parts that an editor sent their keys: known ones stay, also that of a part that had no place, and that of a deleted part which
 * the editor brings back by undoing; others get new ones. A
 * shortened part stays so at the ends that were not changed.
 */
export function keepKeys(
  given: readonly ReadPart[],
  known: ClassParts & { readonly lastPartKey: number },
): ClassParts {
  const { parts, unplacedParts } = known;
  const free = new Map([...unplacedParts, ...parts].map((part) => [part.key, part]));
  const take = (key: number | null | undefined) => {
    const part = key == null ? undefined : free.get(key);
    if (part) free.delete(part.key);
    return part;
  };
  const named = given.map(({ key }) => take(key));
  let lastKey = Math.max(known.lastPartKey, ...[...unplacedParts, ...parts].map(({ key }) => key));
  const used = new Set([...unplacedParts, ...parts].map(({ key }) => key));
  const bringBack = (key: number | null | undefined): number | null => {
    if (key == null || key < 1 || key > known.lastPartKey || used.has(key)) return null;
    used.add(key);
    return key;
  };
  const keyed = given.map((part, at): PlacedPart => {
    const former = named[at] ?? (part.key === undefined ? take(parts[at]?.key) : undefined);
    const placed = former && "wholeStartMs" in former ? former : null;
    return {
      ...part,
      key: former?.key ?? bringBack(part.key) ?? (lastKey += 1),
      wholeStartMs: placed?.startMs === part.startMs ? placed.wholeStartMs : null,
      wholeEndMs: placed?.endMs === part.endMs ? placed.wholeEndMs : null,
    };
  });
  return { parts: keyed, unplacedParts: unplacedParts.filter((part) => free.get(part.key) === part) };
}
