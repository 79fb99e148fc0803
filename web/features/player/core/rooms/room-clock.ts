/** What time it is in a room, on a device whose own clock may be anywhere, and may run fast, slow, or stand while the device sleeps. */

/** Answers that are kept: those of the last minutes. */
const KEPT = 8;
/** Crystals are off by up to so much, and those of two devices by twice that. */
const DRIFT = 0.0002;
/** Further apart than any delay explains: the device slept, or its clock was set. */
const JUMP_MS = 250;

interface Sample {
  /** Milliseconds that the room's clock was ahead. */
  readonly offset: number;
  /** By how much that may be wrong. */
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

  /** Takes an answer: asked at `sent` by the device's clock, it was `time` in the room when it was answered. */
  hear(sent: number, time: number): void {
    const at = this.#now();
    const sample = { offset: time - (sent + at) / 2, doubt: (at - sent) / 2, at };
    const isJump = this.#samples.some(
      (one) => Math.abs(one.offset - sample.offset) > one.doubt + sample.doubt + JUMP_MS,
    );
    this.#samples = [...(isJump ? [] : this.#samples), sample].slice(-KEPT);
  }

  /** Milliseconds that the room's clock is ahead of the device's; null until it was heard. An answer that came quickly and lately is believed. */
  get offset(): number | null {
    const doubt = (one: Sample) => one.doubt + (this.#now() - one.at) * DRIFT;
    const [first, ...others] = this.#samples;
    return first ? others.reduce((best, one) => (doubt(one) < doubt(best) ? one : best), first).offset : null;
  }

  /** The room's time when the device's clock says `local`. NaN until it was heard. */
  toRoom(local: number): number {
    return local + (this.offset ?? Number.NaN);
  }

  /** What the device's clock says when it is `time` in the room. NaN until it was heard. */
  toLocal(time: number): number {
    return time - (this.offset ?? Number.NaN);
  }
}
