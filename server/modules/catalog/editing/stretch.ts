/** Which part of each source video a class plays. Pure. */
import { mainAngle } from "../../../../contract/angles.ts";
import { sureConfidence } from "../../media/index.ts";
import type { UsedSourceVideo, VideoCut } from "../../media/index.ts";
import type { TempoSpan } from "../store-classes.ts";
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

/** A beat grid, with what lies before and after the video, in the time of the class. */
export interface WholeGrid {
  readonly beatGrid: readonly TempoSpan[];
  readonly beatGridOutside: readonly TempoSpan[];
}

/**
 * The beat grid of a class whose video starts elsewhere. Counts stay on the same beats; what is left of a span before its first beat has
 * none. Spans that the video doesn't have are kept, and come back with one that has them.
 */
export function moveGrid(
  { beatGrid, beatGridOutside }: WholeGrid,
  byMs: number,
  durationMs: number,
): WholeGrid {
  const spans = joinSpans([...beatGrid, ...beatGridOutside]).map((span) => ({
    ...span,
    startMs: span.startMs + byMs,
    endMs: span.endMs + byMs,
    firstBeatMs: span.firstBeatMs + byMs,
  }));
  const inside = spans.flatMap((span) => cutSpan(span, 0, durationMs));
  const hasBeat = ({ firstBeatMs, endMs }: TempoSpan) => firstBeatMs < endMs;
  return {
    beatGrid: inside.filter(hasBeat),
    beatGridOutside: [
      ...inside.filter((span) => !hasBeat(span)),
      ...spans.flatMap((span) => [...cutSpan(span, -Infinity, 0), ...cutSpan(span, durationMs, Infinity)]),
    ],
  };
}

/** What a span has within a stretch; its first beat is at most one eight before that. */
function cutSpan(span: TempoSpan, fromMs: number, toMs: number): TempoSpan[] {
  const startMs = Math.max(fromMs, span.startMs);
  const endMs = Math.min(toMs, span.endMs);
  if (endMs <= startMs) return [];
  const eightMs = (8 * 60_000) / span.bpm;
  const skipped = Math.max(0, Math.floor((startMs - span.firstBeatMs) / eightMs));
  return [{ ...span, startMs, endMs, firstBeatMs: Math.round(span.firstBeatMs + skipped * eightMs) }];
}

/** Joins spans that were one before a video was cut between them. What counts set since then cover is left out. */
function joinSpans(spans: readonly TempoSpan[]): TempoSpan[] {
  const joined: TempoSpan[] = [];
  for (const given of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    const [span] = cutSpan(given, last?.endMs ?? -Infinity, Infinity);
    if (!span) continue;
    const eights = last ? ((span.firstBeatMs - last.firstBeatMs) * last.bpm) / (8 * 60_000) : 0;
    if (last?.endMs === span.startMs && last.bpm === span.bpm && Math.abs(eights - Math.round(eights)) < 0.01)
      joined[joined.length - 1] = { ...last, endMs: span.endMs };
    else joined.push(span);
  }
  return joined;
}
