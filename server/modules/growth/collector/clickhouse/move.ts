import type { Ctx } from "../../../../ctx.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import { visitorsReader } from "../../reports/store-visitors.ts";
import { forwarderOf } from "../forward.ts";
import { deleteHeldEvents, listHeldEvents } from "./store.ts";
import type { HeldEvent } from "./store.ts";
import { insertMovedRows, listStored } from "./table.ts";
import type { MovedRow } from "./table.ts";

/** Events per insert. */
const atOnce = 5_000;

const movedRow = (event: HeldEvent): MovedRow => ({
  message_id: event.messageId,
  type: event.type,
  name: event.name,
  user_id: event.userId ?? "",
  anonymous_id: event.anonymousId ?? "",
  happened_at: event.happenedAt,
  country_code: event.countryCode,
  source: event.source,
  medium: event.medium,
  campaign: event.campaign,
  message: event.message,
  position: event.seq,
  received_at: event.receivedAt,
  is_moved: 1,
});

/**
 * Moves events from PostgreSQL to ClickHouse once the reports and all configured services have read them: those from before EVENTS_URL was
 * set, and those that arrived while ClickHouse was away. Events that ClickHouse has already, because an answer was lost, are only deleted.
 * @throws ClickHouseError: PostgreSQL still has the events, and the next run moves them
 */
export async function moveEvents(ctx: Ctx, clickHouse: ClickHouse, signal: AbortSignal): Promise<void> {
  const readers = [visitorsReader, ...ctx.config.collectorForwardUrls.map((url) => forwarderOf(url).id)];
  while (!signal.aborted) {
    const held = await listHeldEvents(ctx.db, readers, atOnce);
    if (held.length === 0) return;
    const times = held.map(({ receivedAt }) => receivedAt);
    const stored = await listStored(
      clickHouse,
      held.map(({ messageId }) => messageId),
      { from: Math.min(...times), to: Math.max(...times) },
    );
    const missing = held.filter(({ messageId }) => !stored.has(messageId));
    if (missing.length > 0) await insertMovedRows(clickHouse, missing.map(movedRow));
    await deleteHeldEvents(ctx.db, held);
    if (held.length < atOnce) return;
  }
}
