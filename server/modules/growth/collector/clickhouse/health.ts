import { ClickHouseError } from "../../../../platform/clickhouse.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import type { Clock } from "../../../../platform/clock.ts";
import { tryInsert } from "./table.ts";

/** A failed insert counts for so long without another one: longer than from one run of `growth.move_events` to the next. Milliseconds. */
const failureMs = 90_000;

/** Whether ClickHouse takes inserts of this process, and the last one of events didn't fail. A studio without events asks, too. */
export async function storesEvents(clickHouse: ClickHouse, clock: Clock): Promise<boolean> {
  try {
    await tryInsert(clickHouse);
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw error;
    // The event store and the move log it.
    return false;
  }
  const { insertFailedAt } = clickHouse;
  return insertFailedAt === null || clock.now().getTime() - insertFailedAt.getTime() > failureMs;
}
