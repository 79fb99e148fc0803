import { ClickHouseError } from "../../../../platform/clickhouse.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import type { Log } from "../../../../platform/log.ts";
import { encodeStorable } from "../event-store.ts";
import type { EventStore } from "../event-store.ts";
import { eventOf, insertRows, rowOf, tryInsert } from "./table.ts";
import type { EventRow } from "./table.ts";

/** How often a process asks whether ClickHouse is back, while events arrive; milliseconds. */
const probeMs = 5_000;

/** Connections whose last insert of events failed, with ClickHouse's number of the error; null: it did not answer. */
const failures = new WeakMap<ClickHouse, number | null>();
/** Whether this process stores events in PostgreSQL because ClickHouse took none at the last attempt. */
export const isAway = (clickHouse: ClickHouse): boolean => failures.has(clickHouse);

/**
 * Events in ClickHouse. While it is away, PostgreSQL stores them, and `growth.move_events` moves them later. An empty insert shows that it
 * may be back, without a request that waits for it; then the next insert of events is tried. PostgreSQL also stores events after an insert
 * whose answer is lost: the move skips what ClickHouse stored nevertheless.
 */
export function eventsInClickHouse(clickHouse: ClickHouse, outbox: EventStore, log: Log): EventStore {
  let lastPosition = 0;
  let mayTry = true;
  let probedAt = 0;

  async function probe(): Promise<void> {
    if (performance.now() - probedAt < probeMs) return;
    probedAt = performance.now();
    try {
      await tryInsert(clickHouse);
    } catch {
      // Still away, which is logged already.
      return;
    }
    mayTry = true;
  }
  async function insert(texts: readonly string[]): Promise<boolean> {
    try {
      await insertRows(clickHouse, texts);
    } catch (error) {
      const code = error instanceof ClickHouseError ? error.code : null;
      if (failures.get(clickHouse) !== code)
        log.warn({ err: error }, "ClickHouse is away. PostgreSQL stores events until it is back");
      failures.set(clickHouse, code);
      mayTry = false;
      probedAt = performance.now();
      return false;
    }
    // Only an insert of events says that it is over: an empty one may succeed where others fail.
    if (failures.delete(clickHouse)) log.info("ClickHouse is back");
    // Another insert may have failed at the same time.
    mayTry = true;
    return true;
  }

  return {
    // Each insert makes a file, which ClickHouse merges: it wants few large ones.
    maxPerWrite: 20_000,
    pauseMs: 500,
    encode(event) {
      lastPosition = Math.max(lastPosition + 1, Date.now() * 1000);
      const position = lastPosition;
      return encodeStorable(event, (storable) => rowOf(storable, position));
    },
    async write(texts) {
      if (!mayTry) void probe();
      else if (await insert(texts)) return;
      for (let at = 0; at < texts.length; at += outbox.maxPerWrite)
        await outbox.write(
          texts
            .slice(at, at + outbox.maxPerWrite)
            .map((text) => outbox.encode(eventOf(JSON.parse(text) as EventRow))),
        );
    },
  };
}
