import type { Ctx } from "../../../ctx.ts";
import { sqlState } from "../../../platform/db.ts";
import { BadInput, Unavailable } from "../../../platform/errors.ts";
import type { CollectedEvent } from "./protocol.ts";
import { ensureEventPartitions, insertEvents } from "./store.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** Maximum events per statement, and maximum events that may queue. */
const maxPerWrite = 2_000;
const maxWaiting = 50_000;
/** Concurrent statements: one is written while the previous one commits. */
const maxWrites = 2;

interface Waiting {
  readonly json: string;
  readonly count: number;
  resolve(): void;
  reject(error: unknown): void;
}

// PostgreSQL stores neither NUL characters nor unpaired surrogates.
const unstorable = /\\u(?:0000|d[89a-f])/i;
function toStorable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [toStorable(key), toStorable(child)]),
  );
}

/**
 * Batches events of many requests into few statements: events that arrive during a write join the next one. Each
 * request is answered after its own events are committed.
 */
export class EventWriter {
  readonly #ctx: Pick<Ctx, "db" | "log">;
  #waiting: Waiting[] = [];
  #count = 0;
  #writes = 0;

  constructor(ctx: Pick<Ctx, "db" | "log">) {
    this.#ctx = ctx;
  }

  /**
   * Resolves once all of them are committed.
   * @throws Unavailable if too many are queued or the database is unavailable, BadInput for data that can't be stored
   */
  add(events: readonly CollectedEvent[]): Promise<void> {
    if (events.length === 0) return Promise.resolve();
    if (this.#count >= maxWaiting)
      return Promise.reject(new Unavailable(inEnglish("Too many events. Try again in a moment.")));
    let json = events.map((event) => JSON.stringify(event)).join(",");
    if (unstorable.test(json)) json = events.map((event) => JSON.stringify(toStorable(event))).join(",");
    return new Promise((resolve, reject) => {
      this.#waiting.push({ json, count: events.length, resolve, reject });
      this.#count += events.length;
      // Waits one tick, so that requests being read join the batch.
      if (this.#writes < maxWrites) setImmediate(() => void this.#write());
    });
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0 || this.#writes >= maxWrites) return;
    let count = 0;
    let taken = 0;
    while (taken < this.#waiting.length && count < maxPerWrite) count += this.#waiting[taken++]!.count;
    const batch = this.#waiting.splice(0, taken);
    this.#writes += 1;
    try {
      await this.#insert(batch);
    } finally {
      this.#writes -= 1;
      this.#count -= count;
      if (this.#waiting.length > 0) setImmediate(() => void this.#write());
    }
  }

  async #insert(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#insertOnce(batch);
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

  async #insertOnce(batch: readonly Waiting[]): Promise<void> {
    const events = `[${batch.map(({ json }) => json).join(",")}]`;
    try {
      await insertEvents(this.#ctx.db, events);
    } catch (error) {
      // The month has no partition because the job has not run for long, or two writes inserted the same messages.
      const state = sqlState(error);
      if (state !== "23514" && state !== "40P01") throw error;
      if (state === "23514") await ensureEventPartitions(this.#ctx.db);
      await insertEvents(this.#ctx.db, events);
    }
  }
}
