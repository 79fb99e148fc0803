import { sqlState } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { CollectedEvent } from "./protocol.ts";
import { ensureEventPartitions, insertEvents } from "./store.ts";

/** Where the collector's events are stored. */
export interface EventStore {
  /** How many events one write has at most. */
  readonly maxPerWrite: number;
  /** How long after the beginning of a write the next one begins, unless it is full; milliseconds. */
  readonly pauseMs: number;
  /** The text of an event that `write` takes. */
  encode(event: CollectedEvent): string;
  /** Stores events durably. Message ids that are stored already are skipped, or counted once by all readers. */
  write(texts: readonly string[]): Promise<void>;
}

// PostgreSQL stores neither NUL characters nor unpaired surrogates.
const unstorable = /\\u(?:0000|d[89a-f])/i;
function toStorable<Value>(value: Value): Value;
function toStorable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [toStorable(key), toStorable(child)]),
  );
}
/** JSON of what `shape` makes of an event, without characters that can't be stored. */
export function encodeStorable(event: CollectedEvent, shape: (event: CollectedEvent) => object): string {
  const json = JSON.stringify(shape(event));
  return unstorable.test(json) ? JSON.stringify(shape(toStorable(event))) : json;
}

/** Events in `growth.events`. */
export const eventsInPostgres = (db: Db): EventStore => ({
  maxPerWrite: 2_000,
  pauseMs: 0,
  encode: (event) => encodeStorable(event, (same) => same),
  async write(texts) {
    const events = `[${texts.join(",")}]`;
    try {
      await insertEvents(db, events);
    } catch (error) {
      // The month has no partition because the job has not run for long, or two writes inserted the same messages.
      const state = sqlState(error);
      if (state !== "23514" && state !== "40P01") throw error;
      if (state === "23514") await ensureEventPartitions(db);
      await insertEvents(db, events);
    }
  },
});
