import type { Ctx } from "../../../ctx.ts";
import { deleteVisitorsBefore } from "../reports/store-visitors.ts";
import { dropEventPartition, ensureEventPartitions, listOldEventPartitions } from "./store.ts";

/** Makes room for the months to come, and forgets what came before `before`: events by the month, and what reports know of visitors. */
export async function keepEvents(ctx: Ctx, before: Date): Promise<void> {
  await ensureEventPartitions(ctx.db);
  for (const name of await listOldEventPartitions(ctx.db, before)) {
    await dropEventPartition(ctx.db, name);
    ctx.log.info({ partition: name }, "Forgot a month of events");
  }
  await deleteVisitorsBefore(ctx.db, before);
}
