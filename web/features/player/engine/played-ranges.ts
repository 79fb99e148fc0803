/** Sets of milliseconds as ascending, disjoint, half-open ranges. Pure. */

/** `[fromMs, toMs)` in whole milliseconds. */
export interface PlayedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The union as ascending ranges that neither overlap nor touch; drops empty and reversed ranges. */
export function uniteRanges(ranges: readonly PlayedRange[]): PlayedRange[] {
  const united: { fromMs: number; toMs: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.fromMs - b.fromMs)) {
    if (!(range.toMs > range.fromMs)) continue;
    const last = united.at(-1);
    if (last !== undefined && range.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, range.toMs);
    else united.push({ fromMs: range.fromMs, toMs: range.toMs });
  }
  return united;
}

/** The parts of `from` that are not in `remove`. */
export function subtractRanges(from: readonly PlayedRange[], remove: readonly PlayedRange[]): PlayedRange[] {
  const holes = uniteRanges(remove);
  return uniteRanges(from).flatMap((range) => {
    const rest: PlayedRange[] = [];
    let at = range.fromMs;
    for (const hole of holes) {
      if (hole.toMs <= at || hole.fromMs >= range.toMs) continue;
      if (hole.fromMs > at) rest.push({ fromMs: at, toMs: hole.fromMs });
      at = Math.max(at, hole.toMs);
    }
    if (at < range.toMs) rest.push({ fromMs: at, toMs: range.toMs });
    return rest;
  });
}
