import { LRUCache } from "lru-cache";

/** Senders that are remembered at once; whoever is forgotten begins anew. */
const mostSenders = 100_000;

/**
 * How much each sender may bring: `perSecond` for ever, and what they left unused up to `burstSeconds` at once. Kept in memory, for this
 * process alone.
 */
export class Allowance {
  readonly #perSecond: number;
  readonly #burstMs: number;
  /** Up to when a sender has used up what they are given, in milliseconds. */
  readonly #usedUntil: LRUCache<string, number>;

  constructor(perSecond: number, burstSeconds: number) {
    this.#perSecond = perSecond;
    this.#burstMs = burstSeconds * 1000;
    this.#usedUntil = new LRUCache({ max: mostSenders });
  }

  /**
   * Takes `amount` of what a sender has. The last that is taken may be more than what is left, so that no amount is too large for ever.
   * @param now in milliseconds, by a clock that only goes forward
   * @returns null when it was taken; else in how many seconds something is left, and nothing was taken
   */
  take(sender: string, amount: number, now: number): number | null {
    const used = Math.max(this.#usedUntil.get(sender) ?? 0, now);
    const excess = used - now - this.#burstMs;
    if (excess >= 0) return Math.floor(excess / 1000) + 1;
    this.#usedUntil.set(sender, used + (amount / this.#perSecond) * 1000);
    return null;
  }
}
