import type { Ctx } from "../../../ctx.ts";
import { deleteVisitorsBefore } from "../reports/store-visitors.ts";
import { dropEventPartition, ensureEventPartitions, listOldEventPartitions } from "./store.ts";

/**
 * Creates event partitions for the coming months, and deletes data from before `before`: events by month, and visitors
 * of reports.
 */
export async function pruneEvents(ctx: Ctx, before: Date): Promise<void> {
  await ensureEventPartitions(ctx.db);
  for (const name of await listOldEventPartitions(ctx.db, before)) {
    await dropEventPartition(ctx.db, name);
    ctx.log.info({ partition: name }, "Dropped a month of events");
  }
  await deleteVisitorsBefore(ctx.db, before);
}
