/** Milliseconds of a class, from inclusive, to exclusive. */
export interface PlayedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Practice is credited at most twice as fast as the wall clock goes. */
const perWallMs = 2;
/** What a person may be credited at once when they have just arrived, and at most after a long time, in milliseconds. */
export const firstAllowanceMs = 15_000;
export const largestAllowanceMs = 3_600_000;
/** Share of a class's distinct time that completes it. */
export const completingShare = 0.9;

/** Ranges in order, without overlap; empty ones are gone. */
export function uniteRanges(ranges: readonly PlayedRange[]): PlayedRange[] {
  const sorted = ranges.filter((range) => range.toMs > range.fromMs).sort((a, b) => a.fromMs - b.fromMs);
  const united: { fromMs: number; toMs: number }[] = [];
  for (const range of sorted) {
    const last = united.at(-1);
    if (last && range.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, range.toMs);
    else united.push({ ...range });
  }
  return united;
}

/** How long united ranges are together, in milliseconds. */
export function lengthOf(ranges: readonly PlayedRange[]): number {
  return ranges.reduce((sum, range) => sum + range.toMs - range.fromMs, 0);
}

/** What of `ranges` isn't in `known`; both united. */
export function subtractRanges(ranges: readonly PlayedRange[], known: readonly PlayedRange[]): PlayedRange[] {
  return ranges.flatMap((range) => {
    const left: PlayedRange[] = [];
    let from = range.fromMs;
    for (const other of known) {
      if (other.toMs <= from || other.fromMs >= range.toMs) continue;
      if (other.fromMs > from) left.push({ fromMs: from, toMs: other.fromMs });
      from = Math.max(from, other.toMs);
    }
    if (from < range.toMs) left.push({ fromMs: from, toMs: range.toMs });
    return left;
  });
}

/** The allowance that a person has now, from what it was at `countedAt`. Times in milliseconds since 1970. */
export function allowanceNow(balanceMs: number, countedAt: number, now: number): number {
  return Math.min(largestAllowanceMs, balanceMs + perWallMs * Math.max(0, now - countedAt));
}

export interface CreditRequest {
  /** United. */
  readonly known: readonly PlayedRange[];
  readonly played: readonly PlayedRange[];
  /** How much of the class the person may play: its duration, or the preview's length. */
  readonly playableMs: number;
  /** When its playback was first granted to the person; null: never, so that nothing is credited. */
  readonly grantedAt: number | null;
  readonly allowanceMs: number;
  readonly now: number;
}

export interface Credit {
  /** United: what the person is credited with from now on. */
  readonly ranges: readonly PlayedRange[];
  /** How much of it is new, and so taken from the allowance. */
  readonly addedMs: number;
}

/**
 * What a report of played ranges is worth: per class at most twice the wall-clock time since playback was granted, over all
 * classes what the allowance holds. The earliest new part is credited first; the excess earns nothing.
 */
export function creditPractice(request: CreditRequest): Credit {
  const { known, grantedAt, allowanceMs, now } = request;
  if (grantedAt === null) return { ranges: known, addedMs: 0 };
  const playable = request.played.map(({ fromMs, toMs }) => ({
    fromMs,
    toMs: Math.min(toMs, request.playableMs),
  }));
  let left = Math.max(0, Math.min(perWallMs * Math.max(0, now - grantedAt) - lengthOf(known), allowanceMs));
  const added: PlayedRange[] = [];
  for (const range of subtractRanges(uniteRanges(playable), known)) {
    if (left <= 0) break;
    const length = Math.min(left, range.toMs - range.fromMs);
    added.push({ fromMs: range.fromMs, toMs: range.fromMs + length });
    left -= length;
  }
  return { ranges: uniteRanges([...known, ...added]), addedMs: lengthOf(added) };
}

/** Whether so much distinct time completes a class of that length. */
export function completes(playedMs: number, durationMs: number): boolean {
  return playedMs >= completingShare * durationMs;
}
