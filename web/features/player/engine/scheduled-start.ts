/** Starts a class at a scheduled moment: plays it silently until then. */
import type { PlayerInternals } from "./internals.ts";
import { countedIn, type Entry, RunIn } from "./run-in.ts";

export class ScheduledStart {
  readonly #internals: PlayerInternals;
  #runIn: RunIn | null = null;

  constructor(internals: PlayerInternals) {
    this.#internals = internals;
  }

  /** Position and time of the scheduled start; null if none is pending. */
  get entry(): Entry | null {
    return this.#runIn?.entry ?? null;
  }

  /** Schedules `entry` and replaces a pending one. */
  begin(entry: Entry): void {
    const { state, tracks, loop, listener } = this.#internals;
    listener.interrupted(entry.ms);
    loop.reset();
    this.#runIn = new RunIn(tracks.active, state.now.rate, entry);
    this.#internals.aim(this.#runIn.fromMs);
    state.change({ playing: true, needsGesture: false, phase: "ready", countIn: 0 });
    tracks.setSound();
  }

  /** Cancels the scheduled start and restores the sound. */
  cancel(): void {
    if (this.#runIn === null) return;
    this.#runIn = null;
    const { state, tracks } = this.#internals;
    tracks.active.nudge(state.now.rate);
    state.change({ countIn: null });
    tracks.setSound();
    if (state.now.playing && tracks.active.master.paused)
      tracks.active.play().catch((error: unknown) => this.#internals.refused(error));
  }

  /** Call for every frame with `performance.now()`. Returns the entry in the frame in which the class becomes audible. */
  tick(now: number): Entry | null {
    const runIn = this.#runIn;
    if (runIn === null) return null;
    this.#internals.state.change({ countIn: countedIn(runIn.entry, now) ?? 0 });
    if (!runIn.tick(now, (error) => this.#internals.refused(error))) return null;
    this.cancel();
    return runIn.entry;
  }
}
