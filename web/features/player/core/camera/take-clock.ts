/** How the class went on while a take was recorded: where it should have stood by the clock, and where it stood still for want of media or time. Pure. */

/** The class stands at `ms` at `at` on `performance.now()`. */
export interface Entered {
  readonly ms: number;
  readonly at: number;
}

/** The class stood at `atMs` for `forMs` of real time, and then went on. */
export interface Stop {
  readonly atMs: number;
  readonly forMs: number;
}

/** A part of the take without a stop in it: `fromMs` to `toMs` of the class, which began `lateMs` of real time later than without stops. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly lateMs: number;
}

/** Behind by less than this is a clock that is looked at between two pictures; milliseconds of real time. */
const BEHIND_MS = 80;
/** After a stop it goes again once it has gone for so long; milliseconds of real time. */
const GOES_AGAIN_MS = 150;
/** Ahead of the clock by more than this, or back by more, somebody jumped; milliseconds of the class. */
const AHEAD_MS = 250;
const BACK_MS = 100;
/** What stands for longer than this is no class any more; milliseconds of real time. */
const GIVE_UP_MS = 15_000;

export class TakeClock {
  readonly #entered: Entered;
  readonly #rate: number;
  readonly #stops: Stop[] = [];
  #lateMs = 0;
  #last: Entered;
  /** Since when it is behind: where it stood, and when it moved again. */
  #stop: { readonly atMs: number; readonly since: number; goesSince: number | null } | null = null;

  /** `rate`: of the class's own tempo. */
  constructor(entered: Entered, rate: number) {
    this.#entered = entered;
    this.#last = entered;
    this.#rate = rate;
  }

  /** Where the class stood still so far. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }

  /** Takes in that the class stands at `ms` at `now`. False when it can't have got there by playing, or won't go on. */
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
    if (goesSince !== null && now - goesSince >= GOES_AGAIN_MS) {
      this.#stops.push({ atMs, forMs: behind });
      this.#lateMs += behind;
      this.#stop = null;
    }
    return now - since < GIVE_UP_MS;
  }
}

/** The stretches of what was danced, `[startMs, endMs)` of the class. Never empty. */
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

/** The longest of them: what says most about where a take belongs. */
export const longestOf = (stretches: readonly Stretch[]): Stretch =>
  stretches.reduce((best, one) => (one.toMs - one.fromMs > best.toMs - best.fromMs ? one : best));
