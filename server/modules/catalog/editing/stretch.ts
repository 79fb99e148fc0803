/** Which part of each source video a class plays. Pure. */
import { mainAngle } from "../../../../contract/angles.ts";
import { sureConfidence } from "../../media/index.ts";
import type { UsedSourceVideo, VideoCut } from "../../media/index.ts";
import type { TempoSpan } from "../store-classes.ts";
import type { PartRow } from "../store.ts";
import type { ClassSources, SourceVideoRow, Trim } from "./store-sources.ts";

/** Views whose lengths differ by no more than this are taken for cut alike. Milliseconds. */
const sameLengthMs = 500;
/** A shorter common stretch means that the views don't belong together. Milliseconds. */
const minCommonMs = 1000;

/** Whether an editor set the offset of a source video, or its sound left no doubt. */
export const isSure = ({ confidence }: SourceVideoRow): boolean =>
  confidence === null || confidence >= sureConfidence;

/** The stretch to use in the time of the present main video; a trim of the one before moves with its sound. */
export function trimOf({ sourceVideos, cut, trim, replaced }: ClassSources): Omit<Trim, "sourceVideoId"> {
  const mainId = sourceVideos.find(({ angle }) => angle === mainAngle)?.sourceVideoId;
  if (trim && trim.sourceVideoId === mainId) return trim;
  const offsetMs = replaced?.alignedTo === mainId ? replaced?.offsetMs : null;
  if (!trim || offsetMs == null || trim.sourceVideoId !== cut?.sourceVideoId)
    return { fromMs: null, toMs: null };
  const moved = (at: number | null) => (at === null ? null : Math.max(0, at + offsetMs));
  return { fromMs: moved(trim.fromMs), toMs: moved(trim.toMs) };
}

/**
 * The common stretch of all views, in the own time of each. Whole videos if they have none that is long enough, or if
 * one is of another length and has no known start.
 * @returns a function that says which part of a view to use
 */
export function commonStretch(
  main: SourceVideoRow,
  others: readonly SourceVideoRow[],
  trim: Omit<Trim, "sourceVideoId">,
): (view: SourceVideoRow) => UsedSourceVideo {
  const offsetOf = (view: SourceVideoRow) => (view === main || !isSure(view) ? 0 : view.offsetMs);
  const driftOf = (view: SourceVideoRow) => (view === main || !isSure(view) ? 0 : view.driftPpm);
  const lengthOf = ({ durationMs }: SourceVideoRow) => durationMs ?? Infinity;
  const views = [main, ...others];
  const from = Math.max(trim.fromMs ?? 0, ...views.map(offsetOf));
  const to = Math.min(
    trim.toMs ?? Infinity,
    ...views.map((view) => offsetOf(view) + lengthOf(view) / (1 + driftOf(view) / 1e6)),
  );
  const differs = others.some(
    (view) => !isSure(view) && Math.abs(lengthOf(view) - lengthOf(main)) > sameLengthMs,
  );
  const isWhole = differs || to - from < minCommonMs;
  return (view) => {
    const { sourceVideoId } = view;
    if (isWhole) return { sourceVideoId, fromMs: null, toMs: null, driftPpm: 0 };
    const driftPpm = driftOf(view);
    const own = (at: number) => Math.round((at - offsetOf(view)) * (1 + driftPpm / 1e6));
    const [fromMs, toMs] = [own(from), own(to)];
    return {
      sourceVideoId,
      fromMs: fromMs > 0 ? fromMs : null,
      toMs: toMs < lengthOf(view) ? toMs : null,
      driftPpm,
    };
  };
}

/**
 * How much later a moment of the published video is in the one that replaces it, milliseconds.
 * @returns null if unknown
 */
export function movedBy(
  { cut: before, replaced }: Pick<ClassSources, "cut" | "replaced">,
  cut: VideoCut | null,
): number | null {
  if (!before || !cut) return null;
  if (before.sourceVideoId === cut.sourceVideoId) return before.fromMs - cut.fromMs;
  const offsetMs = replaced?.alignedTo === cut.sourceVideoId ? replaced.offsetMs : null;
  return offsetMs === null ? null : offsetMs + before.fromMs - cut.fromMs;
}

/**
 * The trim of a class in the time of the main source video that its new video is cut from.
 * @returns null if it stays as it is, such as for a main video that can't be compared: the one before may come back
 */
export function movedTrim(found: ClassSources, cut: VideoCut | null): Trim | null {
  const { sourceVideos, trim } = found;
  const mainId = sourceVideos.find(({ angle }) => angle === mainAngle)?.sourceVideoId;
  if (!trim || !mainId || cut?.sourceVideoId !== mainId || trim.sourceVideoId === mainId) return null;
  const moved = trimOf(found);
  return moved.fromMs === null && moved.toMs === null ? null : { sourceVideoId: mainId, ...moved };
}

/** By how much captions move whose times are for `timedFor`, in a video that is cut as `next`; 0 if that isn't known. */
export const captionsMovedBy = (
  timedFor: VideoCut | null,
  { cut, replaced }: Pick<ClassSources, "cut" | "replaced">,
  next: VideoCut,
): number => {
  const isComparable = [cut?.sourceVideoId, next.sourceVideoId].includes(timedFor?.sourceVideoId);
  return (isComparable && movedBy({ cut: timedFor, replaced }, next)) || 0;
};

/** Parts of a class whose video starts elsewhere; those outside of it are cut off. */
export const moveParts = (parts: readonly PartRow[], byMs: number): PartRow[] =>
  parts
    .map((part) => ({ ...part, startMs: Math.max(0, part.startMs + byMs), endMs: part.endMs + byMs }))
    .filter(({ endMs }) => endMs > 0);

/** The beat grid of a class whose video starts elsewhere. Counts stay on the same beats; what is left of a span before its first beat has none. */
export function moveGrid(grid: readonly TempoSpan[], byMs: number, durationMs: number): TempoSpan[] {
  return grid.flatMap((span) => {
    const startMs = Math.max(0, span.startMs + byMs);
    const endMs = Math.min(durationMs, span.endMs + byMs);
    if (endMs <= startMs) return [];
    const eightMs = (8 * 60_000) / span.bpm;
    const first = span.firstBeatMs + byMs;
    // The first beat is at most one eight before the span.
    const skipped = Math.max(0, Math.floor((startMs - first) / eightMs));
    const firstBeatMs = Math.round(first + skipped * eightMs);
    return firstBeatMs < endMs ? [{ ...span, startMs, endMs, firstBeatMs }] : [];
  });
}
