/** Counts the clean passes of a loop: from A to B at one tempo, without a pause, seek or stall. */
import type { LoopRange } from "./loop.ts";
import type { Observed } from "./observed.ts";
import type { PlayerState, PlayListener } from "./player-state.ts";

export class LoopPasses {
  readonly #state: Observed<PlayerState>;
  readonly #listener: PlayListener;
  #isClean = false;

  constructor(state: Observed<PlayerState>, listener: PlayListener) {
    this.#state = state;
    this.#listener = listener;
  }

  /** Playback goes on from `ms`. Only a pass from the loop's start can be clean. */
  beginAt(ms: number): void {
    this.#isClean = ms === this.#state.now.loop?.startMs;
  }

  /** The current pass isn't clean. */
  spoil(): void {
    this.#isClean = false;
  }

  /** The position jumped from B to A of `range`. */
  restarted(range: LoopRange): void {
    this.#listener.progressed(range.endMs, this.#state.now.rate, this.#state.now);
    this.#listener.interrupted(range.startMs);
    if (this.#isClean) this.#state.change({ passes: this.#state.now.passes + 1 });
    this.#isClean = true;
  }
}
