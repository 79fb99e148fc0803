import type { PlaybackMeasurements } from "../../../../contract/playback-report.ts";
import type { PlayerState } from "./player-state.ts";

type Phase = "playing" | "stalled" | "idle";

/** Measures one playback from the player's states. Times are those of one monotonic clock, in milliseconds. */
export class PlaybackQuality {
  readonly #startedAt: number;
  #phase: Phase = "idle";
  #phaseAt: number;
  #firstFrameMs: number | null = null;
  #hasFailed = false;
  #stalls = 0;
  readonly #ms: Record<Phase, number> = { playing: 0, stalled: 0, idle: 0 };
  #height = 0;
  #better = 0;
  #worse = 0;

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
    this.#phaseAt = startedAt;
  }

  /** @param isSeeking a wait that the viewer caused is no stall */
  observe(
    { phase, playing, waiting, cast }: Pick<PlayerState, "phase" | "playing" | "waiting" | "cast">,
    now: number,
    isSeeking: boolean,
  ): void {
    if (phase === "ready") this.#firstFrameMs ??= now - this.#startedAt;
    if (phase === "failed") this.#hasFailed = true;
    const isOn = phase === "ready" && playing && cast === null;
    const wasPlaying = this.#phase === "playing";
    let next: Phase = "idle";
    if (isOn && !waiting) next = "playing";
    else if (isOn && this.#phase === "stalled") next = "stalled";
    else if (isOn && wasPlaying && !isSeeking) next = "stalled";
    if (next === "stalled" && wasPlaying) this.#stalls += 1;
    this.#enter(next, now);
  }

  /** The shown element's image has this height now. */
  resized(height: number): void {
    if (this.#height > 0 && height > this.#height) this.#better += 1;
    if (height > 0 && height < this.#height) this.#worse += 1;
    this.#height = height;
  }

  report(now: number): PlaybackMeasurements {
    this.#enter(this.#phase, now);
    return {
      firstFrameMs: this.#firstFrameMs === null ? null : Math.round(this.#firstFrameMs),
      playedMs: Math.round(this.#ms.playing),
      stalls: this.#stalls,
      stalledMs: Math.round(this.#ms.stalled),
      better: this.#better,
      worse: this.#worse,
      failed: this.#hasFailed,
    };
  }

  #enter(phase: Phase, now: number): void {
    this.#ms[this.#phase] += now - this.#phaseAt;
    this.#phase = phase;
    this.#phaseAt = now;
  }
}
