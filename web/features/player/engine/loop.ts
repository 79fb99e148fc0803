/**
 * Gapless looping with two tracks. While one plays towards B, the other waits just before A. It starts silent and hidden, gets in sync, and
 * takes over video and sound at B.
 */
import type { AngleGroup } from "./angles.ts";
import { isRefusal } from "./engine.ts";

/** Time range `[startMs, endMs)` of the class. */
export interface LoopRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Minimum length of a loop, in milliseconds: less is a stutter, not a phrase. */
const MIN_LOOP_MS = 400;

/** How long before the loop's end the standby track starts, in seconds of real time. */
const RUN_UP_S = 0.8;
/** Initial estimate of the time from play() until the element's clock moves, in seconds. */
const START_LAG_S = 0.04;
/** Remaining real time at which the takeover happens: half a display frame at 60 Hz. */
const TAKE_AT_S = 0.009;
/** Maximum offset of the standby track at takeover; beyond it the position would jump. */
const IN_STEP_S = 0.05;

/** Normalizes a loop: within the class, at least {@link MIN_LOOP_MS} long, A before B. */
export function shapeLoop(aMs: number, bMs: number, durationMs: number): LoopRange {
  const low = Math.max(0, Math.min(aMs, bMs));
  const high = Math.min(durationMs, Math.max(aMs, bMs));
  if (high - low >= MIN_LOOP_MS) return { startMs: low, endMs: high };
  const startMs = Math.max(0, Math.min(low, durationMs - MIN_LOOP_MS));
  return { startMs, endMs: Math.min(durationMs, startMs + MIN_LOOP_MS) };
}

/** Media that the standby track plays before A, in seconds; at most half the loop, and never before the class. */
function runUp(range: LoopRange, rate: number): number {
  const length = (range.endMs - range.startMs) / 1000;
  return Math.min(runUpWithin(range.startMs, rate), length * 0.4);
}

/** Media that a track plays before `ms` to be in sync there, in seconds; never from before the class. */
export function runUpWithin(ms: number, rate: number): number {
  return Math.min(RUN_UP_S * rate, ms / 1000);
}

type Waiting = "away" | "cueing" | "cued" | "running";

export interface LoopHost {
  /** The standby track, created and loaded on first use; null if the browser allows only one element. */
  standby(): AngleGroup | null;
  /** Swaps the tracks: `taking` becomes visible and audible. */
  takeOver(taking: AngleGroup): void;
  /** The browser refuses to play a second track; `standby` returns null from now on. */
  refusedStandby(): void;
  /** One pass of the loop ended: the position jumps from B to A. */
  loopRestarted(range: LoopRange): void;
}

export class LoopTransport {
  readonly #host: LoopHost;
  #range: LoopRange | null = null;
  #waiting: Waiting = "away";
  #rate = 1;
  #lag = START_LAG_S;
  #startedAt = 0;
  #measured = false;
  #turningBack = false;

  constructor(host: LoopHost) {
    this.#host = host;
  }

  get range(): LoopRange | null {
    return this.#range;
  }

  /** Sets, changes or (null) ends the loop. Does not move the position. */
  setRange(range: LoopRange | null): void {
    this.#range = range;
    this.#withdraw();
  }

  setRate(rate: number): void {
    this.#rate = rate;
    this.#withdraw();
  }

  /** Call after a seek, a pause or a change of angle: the standby track returns to its cue point. */
  reset(): void {
    this.#withdraw();
  }

  #withdraw(): void {
    if (this.#waiting === "running") this.#host.standby()?.pause();
    this.#waiting = "away";
  }

  /** Cue point of the standby track, in seconds. */
  #cue(range: LoopRange): number {
    return range.startMs / 1000 - runUp(range, this.#rate);
  }

  /** Call for every frame while `active` plays. */
  tick(active: AngleGroup, now: number): void {
    const range = this.#range;
    if (range === null) return;
    const master = active.master;
    if (this.#turningBack) {
      if (master.seeking) return;
      this.#turningBack = false;
    }
    const end = Math.min(
      range.endMs / 1000,
      Number.isFinite(master.duration) ? master.duration - 0.02 : Number.POSITIVE_INFINITY,
    );
    const start = range.startMs / 1000;
    const left = (end - master.currentTime) / this.#rate;
    if (master.seeking) return;
    const standby = this.#host.standby();
    if (standby !== null && !master.paused)
      this.#prepare(standby, range, left, end - master.currentTime, now);
    if (left > TAKE_AT_S) return;
    if (
      standby !== null &&
      this.#waiting === "running" &&
      this.#inStep(standby, start, end - master.currentTime)
    ) {
      this.#waiting = "away";
      standby.nudge(this.#rate);
      this.#host.takeOver(standby);
    } else {
      // The standby track is missing or still loading: seek within the same element, with a short gap.
      this.#withdraw();
      this.#turningBack = true;
      active.seek(start);
    }
    this.#host.loopRestarted(range);
  }

  #inStep(standby: AngleGroup, start: number, leftMedia: number): boolean {
    const off = start - leftMedia - standby.master.currentTime;
    return standby.ready && Math.abs(off) < IN_STEP_S * Math.max(1, this.#rate);
  }

  #prepare(standby: AngleGroup, range: LoopRange, left: number, leftMedia: number, now: number): void {
    const cue = this.#cue(range);
    const waiting = standby.master;
    if (!standby.loaded || waiting.readyState === 0) return;
    if (this.#waiting === "away") {
      standby.pause();
      standby.setRate(this.#rate);
      standby.seek(cue);
      this.#waiting = "cueing";
    } else if (this.#waiting === "cueing" && !waiting.seeking && standby.ready) {
      this.#waiting = "cued";
    }
    if (this.#waiting === "cued") standby.align();
    const lead = runUp(range, this.#rate) / this.#rate;
    if (this.#waiting === "cued" && left <= lead + this.#lag && left > 0) {
      this.#waiting = "running";
      this.#startedAt = now;
      this.#measured = false;
      standby.play().catch((error: unknown) => {
        this.#waiting = "away";
        if (isRefusal(error)) this.#host.refusedStandby();
      });
    }
    if (this.#waiting !== "running") return;
    if (!this.#measured) {
      // Learns how long this browser takes to start, so that the next pass starts closer to sync.
      const moved = (waiting.currentTime - cue) / this.#rate;
      if (moved > 0.02) {
        const lag = (now - this.#startedAt) / 1000 - moved;
        this.#lag = Math.min(0.25, Math.max(0, this.#lag * 0.6 + lag * 0.4));
        this.#measured = true;
      }
      standby.align();
      return;
    }
    const off = range.startMs / 1000 - leftMedia - waiting.currentTime;
    const rate =
      Math.abs(off) < 0.003 ? this.#rate : this.#rate * (1 + Math.max(-0.3, Math.min(0.3, off * 5)));
    standby.nudge(rate);
    standby.align();
  }
}
