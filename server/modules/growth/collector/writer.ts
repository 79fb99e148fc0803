import { sqlState } from "../../../platform/db.ts";
import { BadInput, Unavailable } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import type { EventStore } from "./event-store.ts";
import type { CollectedEvent } from "./protocol.ts";

/** Maximum events that may queue. */
const maxWaiting = 50_000;
/** Concurrent statements: one is written while the previous one commits. */
const maxWrites = 2;

interface Waiting {
  readonly texts: readonly string[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Batches events of many requests into few statements: events that arrive during a write join the next one. Each
 * request is answered after its own events are committed.
 */
export class EventWriter {
  readonly #store: EventStore;
  #waiting: Waiting[] = [];
  #count = 0;
  /** Those of them that are being written. */
  #writing = 0;
  #writes = 0;
  #wroteAt = -Infinity;
  #isPausing = false;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * Resolves once all of them are committed.
   * @throws Unavailable if too many are queued or the database is unavailable, BadInput for data that can't be stored
   */
  add(events: readonly CollectedEvent[]): Promise<void> {
    if (events.length === 0) return Promise.resolve();
    if (this.#count >= maxWaiting)
      return Promise.reject(new Unavailable(inEnglish("Too many events. Try again in a moment.")));
    const texts = events.map((event) => this.#store.encode(event));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ texts, resolve, reject });
      this.#count += texts.length;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#writes >= maxWrites) return;
    const { maxPerWrite, pauseMs } = this.#store;
    const isFull = this.#count - this.#writing >= maxPerWrite;
    const restMs = isFull ? 0 : pauseMs - (performance.now() - this.#wroteAt);
    // Waits one tick at least, so that requests being read join the batch.
    if (restMs <= 0) setImmediate(() => void this.#write());
    else if (!this.#isPausing) {
      this.#isPausing = true;
      setTimeout(() => {
        this.#isPausing = false;
        void this.#write();
      }, restMs);
    }
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0 || this.#writes >= maxWrites) return;
    let count = 0;
    let taken = 0;
    while (taken < this.#waiting.length && count < this.#store.maxPerWrite)
      count += this.#waiting[taken++]!.texts.length;
    const batch = this.#waiting.splice(0, taken);
    this.#writes += 1;
    this.#writing += count;
    this.#wroteAt = performance.now();
    try {
      await this.#insert(batch);
    } finally {
      this.#writes -= 1;
      this.#writing -= count;
      this.#count -= count;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  async #insert(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#store.write(batch.flatMap(({ texts }) => texts));
      for (const each of batch) each.resolve();
    } catch (error) {
      const isTheirFault = /^(22|54)/.test(sqlState(error) ?? "");
      const [only] = batch;
      if (isTheirFault && batch.length > 1)
        // Invalid data of one request must not fail the others.
        for (const each of batch) await this.#insert([each]);
      else if (isTheirFault && only)
        only.reject(new BadInput("message", inEnglish("This message is nested too deeply.")));
      else for (const each of batch) each.reject(error);
    }
  }
}
