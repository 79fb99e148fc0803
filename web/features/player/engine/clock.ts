/** Formats positions in a class: part, eight and count, or minutes and seconds. Pure. */
import { type BeatGrid, type Count, countAt, listEights } from "./beat-grid.ts";

export type ClassPartKind = "warm_up" | "breakdown" | "counts" | "slow" | "full_out" | "cool_down";

/** A part of a class, `[startMs, endMs)`; `index` is from 1. Parts ascend and never overlap. */
export interface ClassPart {
  readonly index: number;
  readonly title: string;
  readonly kind: ClassPartKind;
  readonly startMs: number;
  readonly endMs: number;
  readonly eights: number;
}

/** Part, eight and count at a position. `eight` counts from 1 within the part, or within the class without parts. */
export interface ClassPosition {
  readonly part: ClassPart | null;
  readonly eight: number | null;
  readonly count: Count | null;
}

/** The part at `ms`; in a gap, the part before it; null before the first. */
export function partAt(parts: readonly ClassPart[], ms: number): ClassPart | null {
  let found: ClassPart | null = null;
  for (const part of parts) {
    if (part.startMs > ms) break;
    found = part;
  }
  return found;
}

/** The number, from 1, of eight `eight` (an index in the grid) within `part`, or within the class if `part` is null. */
function eightInPart(grid: BeatGrid, part: ClassPart | null, eight: number): number {
  if (part === null) return eight + 1;
  const first = listEights(grid, part.startMs, part.endMs)[0];
  return first === undefined ? 1 : Math.max(1, eight - first.index + 1);
}

/** Part, eight and count at `ms`. */
export function locate(grid: BeatGrid, parts: readonly ClassPart[], ms: number): ClassPosition {
  const part = partAt(parts, ms);
  const count = countAt(grid, ms);
  return { part, count, eight: count === null ? null : eightInPart(grid, part, count.eight) };
}

/** Milliseconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Start position: `?t=` in seconds, else the start of `?part=`, else the resume position, else 0. */
export function startPosition(options: {
  readonly t: number | null;
  readonly part: number | null;
  readonly parts: readonly ClassPart[];
  readonly resumeMs: number;
  readonly durationMs: number;
}): number {
  const within = (ms: number) => Math.min(Math.max(0, ms), Math.max(0, options.durationMs - 1000));
  if (options.t !== null && Number.isFinite(options.t)) return within(options.t * 1000);
  const part = options.parts.find((candidate) => candidate.index === options.part);
  if (part !== undefined) return within(part.startMs);
  return options.resumeMs;
}
