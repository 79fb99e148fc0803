/** An observable state: each change creates a new object and notifies the subscribers. */
export class Observed<State extends object> {
  readonly #listeners = new Set<() => void>();
  #now: State;

  constructor(first: State) {
    this.#now = first;
  }

  get now(): State {
    return this.#now;
  }

  /** Merges `change` into the state. Notifies no one if nothing differs. */
  change(change: Partial<State>): void {
    const keys = Object.keys(change) as (keyof State)[];
    if (keys.every((key) => this.#now[key] === change[key])) return;
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    this.#listeners.clear();
  }
}
