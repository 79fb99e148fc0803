import type { Ctx } from "../../../ctx.ts";
import { dropEventPartition, ensureEventPartitions, listOldEventPartitions } from "./store.ts";

/** Makes room for the months to come, and drops the months of which nothing came after `before`. */
export async function keepEvents(ctx: Ctx, before: Date): Promise<void> {
  await ensureEventPartitions(ctx.db);
  for (const name of await listOldEventPartitions(ctx.db, before)) {
    await dropEventPartition(ctx.db, name);
    ctx.log.info({ partition: name }, "Forgot a month of events");
  }
}
