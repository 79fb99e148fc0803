/** What happens at the end of a class, and at the end of its preview. */
import type { PlayerInternals } from "./internals.ts";

export class ClassEnd {
  readonly #internals: PlayerInternals;

  constructor(internals: PlayerInternals) {
    this.#internals = internals;
  }

  /** Playback reached the end: a loop starts again, anything else stops. */
  reached(): void {
    const { state, listener, positionMs, output } = this.#internals;
    const { loop, rate } = state.now;
    if (loop !== null) {
      output().seek(loop.startMs / 1000);
      void output()
        .play()
        .catch(() => undefined);
      return;
    }
    listener.progressed(positionMs(), rate, state.now);
    listener.interrupted(positionMs());
    state.change({ phase: "ended", playing: false, waiting: false });
    listener.playbackPaused();
  }

  /** Ends a preview of `durationMs`. A loop within the preview repeats by itself. */
  checkPreview(durationMs: number): void {
    const { state, positionMs, output } = this.#internals;
    const { playing, loop } = state.now;
    if (!playing || loop !== null || positionMs() < durationMs) return;
    output().pause();
    this.reached();
  }
}
