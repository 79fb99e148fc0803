/**
 * Silent run-in: starts a track early so that it is at a given position at a given moment, whatever the browser's start latency. Used for
 * count-ins and rooms.
 */
import type { AngleGroup } from "./angles.ts";
import { runUpWithin } from "./loop.ts";

/** Position and time of a scheduled start. */
export interface Entry {
  /** Milliseconds of the class. */
  readonly ms: number;
  /** The `performance.now()` at which `ms` is heard. */
  readonly at: number;
  /** Duration of a count in real time, in milliseconds. */
  readonly beatMs: number;
}

/** Half a frame of a usual display: the accuracy of the start. */
const HALF_FRAME_MS = 8;
/** Initial estimate of the time from play() until the element's clock moves. */
const START_LAG_MS = 40;

/** The number of the count-in at `now`, 5 to 8; null before the five. */
export function countedIn(entry: Entry, now: number): number | null {
  const left = Math.ceil((entry.at - now) / entry.beatMs - 1e-6);
  return left > 4 ? null : 9 - Math.max(1, left);
}

export class RunIn {
  readonly #deck: AngleGroup;
  readonly #rate: number;
  readonly entry: Entry;
  /** Position at which the track starts, in milliseconds of the class. */
  readonly fromMs: number;
  #started = false;

  constructor(track: AngleGroup, rate: number, entry: Entry) {
    this.#deck = track;
    this.#rate = rate;
    this.entry = entry;
    this.fromMs = entry.ms - runUpWithin(entry.ms, rate) * 1000;
    track.pause();
    track.seek(this.fromMs / 1000);
  }

  /** Call for every frame. True once the class has started. Rejections of play() go to `refused`. */
  tick(now: number, refused: (error: unknown) => void): boolean {
    const { entry } = this;
    const { master } = this.#deck;
    if (!this.#started) {
      const due = entry.at - (entry.ms - this.fromMs) / this.#rate - START_LAG_MS;
      if (now < due || master.seeking || !this.#deck.ready) return false;
      this.#started = true;
      this.#deck.play().catch(refused);
    }
    if (now >= entry.at - HALF_FRAME_MS) {
      this.#deck.nudge(this.#rate);
      return true;
    }
    const off = (entry.ms + (now - entry.at) * this.#rate) / 1000 - master.currentTime;
    const moving = master.currentTime * 1000 - this.fromMs > 20;
    if (moving)
      this.#deck.nudge(
        Math.abs(off) < 0.003 ? this.#rate : this.#rate * (1 + Math.max(-0.3, Math.min(0.3, off * 5))),
      );
    return false;
  }
}
