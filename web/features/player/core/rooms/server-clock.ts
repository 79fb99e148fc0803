/** What time it is at the server, on a device whose own clock may be anywhere. */

const SAMPLES = 5;
/** Crystals drift by some milliseconds an hour: asking again now and then is enough. */
const AGAIN_MS = 5 * 60_000;

export class ServerClock {
  readonly #ask: () => Promise<number | null>;
  #offset: number | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** `ask` gives the server's time in milliseconds since 1970; null when it isn't reached. */
  constructor(ask: () => Promise<number | null>) {
    this.#ask = ask;
  }

  /** Milliseconds that the server's clock is ahead of `performance.now()`; null until it was asked. */
  get offset(): number | null {
    return this.#offset;
  }

  /** The server's time when `performance.now()` is `local`. NaN until it was asked. */
  toServer(local: number): number {
    return local + (this.#offset ?? Number.NaN);
  }

  /** `performance.now()` when the server's time is `server`. NaN until it was asked. */
  toLocal(server: number): number {
    return server - (this.#offset ?? Number.NaN);
  }

  /** Asks some times; the quickest answer was delayed least on its way, so that it is believed. */
  async sync(): Promise<void> {
    if (performance.now() - this.#askedAt < AGAIN_MS) return;
    this.#askedAt = performance.now();
    let quickest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < SAMPLES; n++) {
      const sent = performance.now();
      const server = await this.#ask();
      const took = performance.now() - sent;
      if (server === null || took >= quickest) continue;
      quickest = took;
      this.#offset = server + took / 2 - performance.now();
    }
    if (this.#offset === null) this.#askedAt = Number.NEGATIVE_INFINITY;
  }
}
