import { ClickHouseError } from "../../../../platform/clickhouse.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import type { Clock } from "../../../../platform/clock.ts";
import { isAway } from "./event-store.ts";
import { tryInsert } from "./table.ts";

/**
 * How long a failed insert of a move marks ClickHouse as down if no other insert follows: longer than from one run of `growth.move_events`
 * to the next. Milliseconds.
 */
const failureMs = 90_000;

/**
 * Whether ClickHouse takes inserts of this process, and the last one of events didn't fail. Also works in a studio that gets no events.
 * Takes 2 seconds at most.
 */
export async function storesEvents(clickHouse: ClickHouse, clock: Clock): Promise<boolean> {
  try {
    await tryInsert(clickHouse);
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw error;
    // The event store and the move log it.
    return false;
  }
  const { insertFailedAt } = clickHouse;
  if (insertFailedAt === null) return true;
  // A quiet studio's next event may be hours away.
  return !isAway(clickHouse) && clock.now().getTime() - insertFailedAt.getTime() > failureMs;
}
