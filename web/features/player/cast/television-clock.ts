/** Extrapolates a television's position between its reports. Pure; milliseconds of the class, `now` on one monotonic clock. */

/** Beyond this offset the clock jumps to the report; below, it converges gradually, so that counts don't stutter. */
const JUMP_MS = 400;
const SHARE = 0.3;
/** Reports of the position before a seek are ignored for at most this long, or until a report is near the target. */
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

  /** True while it plays. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  positionAt(now: number): number {
    return this.#isRunning ? this.#ms + Math.max(0, now - this.#at) * this.#rate : this.#ms;
  }

  /** Records a seek to `ms`: the position stays there until the next report. */
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

  /** Records a pause: the next report is more accurate than this clock. */
  rest(now: number): void {
    this.#ms = this.positionAt(now);
    this.#at = now;
    this.#isRunning = false;
  }

  /**
   * Takes a report of the position and of whether it moves.
   * @returns false for an outdated report
   */
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
