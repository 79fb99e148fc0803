/** Tracks playback while a take is recorded: the expected position by the clock, and stalls for buffering or load. Pure. */

/** The class is at `ms` when `performance.now()` is `at`. */
export interface Entered {
  readonly ms: number;
  readonly at: number;
}

/** The class stalled at `atMs` for `forMs` of real time, and then continued. */
export interface Stop {
  readonly atMs: number;
  readonly forMs: number;
}

/**
 * A section of the take without a stall: `fromMs` to `toMs` of the class. It began `lateMs` of real time later than it would without
 * stalls.
 */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly lateMs: number;
}

/** Lag up to this is sampling between two frames; milliseconds of real time. */
const BEHIND_MS = 80;
/** A stall is over once playback has progressed for this long; milliseconds of real time. */
const RESUMED_AFTER_MS = 150;
/** Further ahead of the clock than this, or back by more, is a seek; milliseconds of the class. */
const AHEAD_MS = 250;
const BACK_MS = 100;
/** A stall longer than this ends the take; milliseconds of real time. */
const GIVE_UP_MS = 15_000;

export class TakeClock {
  readonly #entered: Entered;
  readonly #rate: number;
  readonly #stops: Stop[] = [];
  #lateMs = 0;
  #last: Entered;
  /** The current stall: its position, its start, and when playback moved again. */
  #stop: { readonly atMs: number; readonly since: number; goesSince: number | null } | null = null;

  /** `rate`: share of the class's own tempo. */
  constructor(entered: Entered, rate: number) {
    this.#entered = entered;
    this.#last = entered;
    this.#rate = rate;
  }

  /** The stalls so far. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }

  /** Records that the class is at `ms` at `now`. False if playback can't have reached it, or has stalled for good. */
  look(ms: number, now: number): boolean {
    const { ms: before, at: then } = this.#last;
    if (ms < before - BACK_MS) return false;
    this.#last = { ms, at: now };
    const real = (ms - this.#entered.ms) / this.#rate;
    const behind = now - this.#entered.at - this.#lateMs - real;
    if (behind * this.#rate < -AHEAD_MS) return false;
    if (behind < BEHIND_MS) {
      this.#stop = null;
      return true;
    }
    const moves = ms - before > (now - then) * this.#rate * 0.5;
    this.#stop ??= { atMs: before, since: now, goesSince: null };
    if (!moves) this.#stop.goesSince = null;
    else this.#stop.goesSince ??= now;
    const { atMs, since, goesSince } = this.#stop;
    if (goesSince !== null && now - goesSince >= RESUMED_AFTER_MS) {
      this.#stops.push({ atMs, forMs: behind });
      this.#lateMs += behind;
      this.#stop = null;
    }
    return now - since < GIVE_UP_MS;
  }
}

/** Splits the danced section `[startMs, endMs)` of the class at its stalls. Never empty. */
export function stretchesOf(startMs: number, endMs: number, stops: readonly Stop[]): Stretch[] {
  let lateMs = 0;
  let fromMs = startMs;
  const stretches: Stretch[] = [];
  for (const { atMs, forMs } of stops) {
    if (atMs > fromMs) stretches.push({ fromMs, toMs: atMs, lateMs });
    fromMs = Math.max(fromMs, atMs);
    lateMs += forMs;
  }
  return [...stretches, { fromMs, toMs: Math.max(fromMs, endMs), lateMs }];
}

/** The longest stretch, which aligns a take best. */
export const maxGapOf = (stretches: readonly Stretch[]): Stretch =>
  stretches.reduce((best, one) => (one.toMs - one.fromMs > best.toMs - best.fromMs ? one : best));
