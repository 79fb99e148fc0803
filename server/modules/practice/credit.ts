/** Milliseconds of a class: from inclusive, to exclusive. */
export interface PlayedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Maximum credited practice per wall-clock time. */
const perWallMs = 2;
/** Initial and maximum allowance of a person, in milliseconds. */
export const firstAllowanceMs = 15_000;
export const maxCreditMs = 3_600_000;
/** Share of a class's distinct time that completes it. */
export const completingShare = 0.9;

/** Merges ranges: ascending, without overlap or empty ranges. */
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

/** Total length of united ranges, in milliseconds. */
export function lengthOf(ranges: readonly PlayedRange[]): number {
  return ranges.reduce((sum, range) => sum + range.toMs - range.fromMs, 0);
}

/** The parts of `ranges` outside `known`; both united. */
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

/** A person's current allowance, from its value at `countedAt`. Times in milliseconds since 1970. */
export function allowanceNow(balanceMs: number, countedAt: number, now: number): number {
  return Math.min(maxCreditMs, balanceMs + perWallMs * Math.max(0, now - countedAt));
}

export interface CreditRequest {
  /** United. */
  readonly known: readonly PlayedRange[];
  readonly played: readonly PlayedRange[];
  /** How much of the class the person may play: its duration, or the preview's length. */
  readonly playableMs: number;
  /** When playback was first granted to the person; null: never, so that nothing is credited. */
  readonly grantedAt: number | null;
  readonly allowanceMs: number;
  readonly now: number;
}

export interface Credit {
  /** United: all credited ranges, including the new ones. */
  readonly ranges: readonly PlayedRange[];
  /** Newly credited time, subtracted from the allowance. */
  readonly addedMs: number;
}

/**
 * Computes the credit for a report of played ranges. Per class the limit is twice the wall-clock time since playback
 * was granted; across all classes it is the allowance. The earliest new part is credited first; the excess earns
 * nothing.
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

/** Whether this much distinct time completes a class of that length. */
export function completes(playedMs: number, durationMs: number): boolean {
  return playedMs >= completingShare * durationMs;
}
