/** Estimates the room's time on a device. Its own clock may be wrong, drift, or stop while the device sleeps. */

/** Number of retained samples: those of the last minutes. */
const MAX_SAMPLES = 8;
/** Maximum drift of a quartz clock; two devices may differ by twice that. */
const DRIFT = 0.0002;
/** A difference that no latency explains: the device slept, or its clock was set. */
const JUMP_MS = 250;

interface Sample {
  /** Milliseconds by which the room's clock is ahead. */
  readonly offset: number;
  /** Maximum error of the offset. */
  readonly doubt: number;
  readonly at: number;
}

export class RoomClock {
  readonly #now: () => number;
  #samples: readonly Sample[] = [];

  /** `now`: the device's own clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes a sample: requested at `sent` by the device's clock, answered with `time` by the room's. */
  hear(sent: number, time: number): void {
    const at = this.#now();
    const sample = { offset: time - (sent + at) / 2, doubt: (at - sent) / 2, at };
    const isJump = this.#samples.some(
      (one) => Math.abs(one.offset - sample.offset) > one.doubt + sample.doubt + JUMP_MS,
    );
    this.#samples = [...(isJump ? [] : this.#samples), sample].slice(-MAX_SAMPLES);
  }

  /**
   * Milliseconds by which the room's clock is ahead of the device's; null before the first sample. Prefers recent samples with low latency.
   */
  get offset(): number | null {
    const doubt = (one: Sample) => one.doubt + (this.#now() - one.at) * DRIFT;
    const [first, ...others] = this.#samples;
    return first ? others.reduce((best, one) => (doubt(one) < doubt(best) ? one : best), first).offset : null;
  }

  /** The room's time at `local` on the device's clock. NaN before the first sample. */
  toRoom(local: number): number {
    return local + (this.offset ?? Number.NaN);
  }

  /** The device's time at `time` on the room's clock. NaN before the first sample. */
  toLocal(time: number): number {
    return time - (this.offset ?? Number.NaN);
  }
}
