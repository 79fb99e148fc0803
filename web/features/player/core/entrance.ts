/** How a class comes in at a moment that was set: run in unheard, until then. */
import type { Inside } from "./inside.ts";
import { countedIn, type Entry, RunIn } from "./run-in.ts";

export class Entrance {
  readonly #inside: Inside;
  #runIn: RunIn | null = null;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  /** Where and when the class comes in; null: nothing is run in. */
  get entry(): Entry | null {
    return this.#runIn?.entry ?? null;
  }

  /** Runs in to `entry`. What was run in before is forgotten. */
  begin(entry: Entry): void {
    const { state, decks, loop, listener } = this.#inside;
    listener.interrupted(entry.ms);
    loop.reset();
    this.#runIn = new RunIn(decks.active, state.now.rate, entry);
    this.#inside.aim(this.#runIn.fromMs);
    state.change({ playing: true, needsGesture: false, phase: "ready", countIn: 0 });
    decks.setSound();
  }

  /** The class is heard as it is. */
  cancel(): void {
    if (this.#runIn === null) return;
    this.#runIn = null;
    const { state, decks } = this.#inside;
    decks.active.nudge(state.now.rate);
    state.change({ countIn: null });
    decks.setSound();
    if (state.now.playing && decks.active.master.paused)
      decks.active.play().catch((error: unknown) => this.#inside.refused(error));
  }

  /** To be called for every frame, with `performance.now()`. Gives the entry in the frame in which the class comes in. */
  tick(now: number): Entry | null {
    const runIn = this.#runIn;
    if (runIn === null) return null;
    this.#inside.state.change({ countIn: countedIn(runIn.entry, now) ?? 0 });
    if (!runIn.tick(now, (error) => this.#inside.refused(error))) return null;
    this.cancel();
    return runIn.entry;
  }
}
