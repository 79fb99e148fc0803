/** Where the streams of a class are: signed for a while, asked for anew when they are refused. */
import type { DeckSource } from "./angles.ts";

/** A refused address is asked for anew, but not again within this time: then the refusal is meant. */
const AGAIN_MS = 20_000;
/** Several streams are refused at once: one question answers them all. */
const AT_ONCE_MS = 1_000;

/** `refused`: the person may no longer watch. `unreached`: nobody answered. */
export type Renewal = DeckSource | "refused" | "unreached";

export class Addresses {
  readonly #ask: () => Promise<DeckSource | null>;
  #askedAt = Number.NEGATIVE_INFINITY;
  #answer: Promise<Renewal> = Promise.resolve("refused");

  /** @param ask gives null when the person may no longer watch; rejects when nobody answers */
  constructor(ask: () => Promise<DeckSource | null>) {
    this.#ask = ask;
  }

  /** The person asks by themselves: the next question is sent whenever the last one was. */
  forget(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Gives the same object to all who ask at once. */
  renew(): Promise<Renewal> {
    const since = performance.now() - this.#askedAt;
    if (since < AT_ONCE_MS) return this.#answer;
    if (since < AGAIN_MS) return Promise.resolve("refused");
    this.#askedAt = performance.now();
    this.#answer = this.#ask().then(
      (source) => source ?? "refused",
      () => "unreached",
    );
    return this.#answer;
  }
}
