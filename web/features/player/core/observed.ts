/** A state that is looked at: a new object for every change, and whoever subscribed is told. */
export class Observed<State extends object> {
  readonly #listeners = new Set<() => void>();
  #now: State;

  constructor(first: State) {
    this.#now = first;
  }

  get now(): State {
    return this.#now;
  }

  /** Changes nothing, and tells nobody, where all is as it was. */
  change(change: Partial<State>): void {
    const keys = Object.keys(change) as (keyof State)[];
    if (keys.every((key) => this.#now[key] === change[key])) return;
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    this.#listeners.clear();
  }
}
