import type { Ctx } from "../../../ctx.ts";
import { deleteVisitorsBefore } from "../reports/store-visitors.ts";
import { dropMonthsBefore } from "./clickhouse/table.ts";
import {
  deleteAliasesBefore,
  dropEventPartition,
  ensureEventPartitions,
  listOldEventPartitions,
} from "./store.ts";

/** Earlier ids of people stay longer than events: a month of events is dropped whole, and a client may send one late. */
const aliasSlackMs = 62 * 24 * 60 * 60_000;

/**
 * Creates event partitions for the coming months, and deletes data from before `before`: events by month, visitors of
 * reports, and earlier ids of people.
 * @throws ClickHouseError: all of PostgreSQL is done
 */
export async function pruneEvents(ctx: Ctx, before: Date): Promise<void> {
  await ensureEventPartitions(ctx.db);
  for (const name of await listOldEventPartitions(ctx.db, before)) {
    await dropEventPartition(ctx.db, name);
    ctx.log.info({ partition: name }, "Dropped a month of events");
  }
  await deleteVisitorsBefore(ctx.db, before);
  await deleteAliasesBefore(ctx.db, new Date(before.getTime() - aliasSlackMs));
  if (!ctx.ports.clickHouse) return;
  for (const month of await dropMonthsBefore(ctx.ports.clickHouse, before))
    ctx.log.info({ partition: month }, "Dropped a month of events from ClickHouse");
}
