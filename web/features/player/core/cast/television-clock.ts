/** Where a television stands between what it says of itself. Pure; milliseconds of the class, `now` on one clock. */

/** Further off than this it was put elsewhere; nearer, the clock is brought to it little by little, so that counts don't stutter. */
const JUMP_MS = 400;
const SHARE = 0.3;
/** After it was sent elsewhere, what it says from where it was is old, for so long at most; within so much it has arrived. */
const OLD_MS = 6_000;
const ARRIVED_MS = 1_500;

export class TelevisionClock {
  #ms: number;
  #at: number;
  #rate: number;
  #isRunning = false;
  #sent: { readonly ms: number; readonly until: number } | null = null;

  constructor(ms: number, rate: number, now: number) {
    this.#ms = ms;
    this.#at = now;
    this.#rate = rate;
    this.#sent = { ms, until: now + OLD_MS };
  }

  /** True while it moves on. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  positionAt(now: number): number {
    return this.#isRunning ? this.#ms + Math.max(0, now - this.#at) * this.#rate : this.#ms;
  }

  /** It was told to go to `ms`: it stands there until it says more. */
  sendTo(ms: number, now: number): void {
    this.#ms = ms;
    this.#at = now;
    this.#isRunning = false;
    this.#sent = { ms, until: now + OLD_MS };
  }

  setRate(rate: number, now: number): void {
    this.#ms = this.positionAt(now);
    this.#at = now;
    this.#rate = rate;
  }

  /** It was told to rest: what it says next is nearer to the truth than this. */
  rest(now: number): void {
    this.#ms = this.positionAt(now);
    this.#at = now;
    this.#isRunning = false;
  }

  /** It says that it stands at `ms`, and whether it moves. @returns false for what is old */
  heard(ms: number, isMoving: boolean, now: number): boolean {
    if (this.#sent !== null) {
      if (now < this.#sent.until && Math.abs(ms - this.#sent.ms) > ARRIVED_MS) return false;
      if (isMoving) this.#sent = null;
    }
    const off = ms - this.positionAt(now);
    this.#ms = !this.#isRunning || Math.abs(off) > JUMP_MS ? ms : this.positionAt(now) + off * SHARE;
    this.#at = now;
    this.#isRunning = isMoving;
    return true;
  }
}
