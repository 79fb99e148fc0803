/** Ticks with every painted frame. A hidden tab paints none, but sound and loops continue: it ticks twenty times a second there. */
export class FrameClock {
  readonly #tick: (now: number) => void;
  readonly #abort = new AbortController();
  #frame = 0;
  #interval: ReturnType<typeof setInterval> | undefined;

  /** Starts to call `tick` with `performance.now()`. */
  constructor(tick: (now: number) => void) {
    this.#tick = tick;
    document.addEventListener("visibilitychange", () => this.#schedule(), { signal: this.#abort.signal });
    this.#schedule();
  }

  #schedule(): void {
    this.#cancel();
    if (document.hidden) {
      this.#interval = setInterval(() => this.#tick(performance.now()), 50);
      return;
    }
    const next = (now: number) => {
      this.#frame = requestAnimationFrame(next);
      this.#tick(now);
    };
    this.#frame = requestAnimationFrame(next);
  }

  #cancel(): void {
    cancelAnimationFrame(this.#frame);
    clearInterval(this.#interval);
  }

  end(): void {
    this.#abort.abort();
    this.#cancel();
  }
}
