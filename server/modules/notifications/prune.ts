import type { Ctx } from "../../ctx.ts";
import { deleteOldItems } from "./store.ts";

const dayMs = 24 * 3_600_000;
/** Longer than any reaction is retried. */
export const deliveredDays = 30;
export const retentionDays = 365;

/** Deletes items older than a year, and delivery records once their events can't be retried. */
export async function prune(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldItems(
    ctx.db,
    {
      deliveredBefore: new Date(now - deliveredDays * dayMs),
      createdBefore: new Date(now - retentionDays * dayMs),
    },
    signal,
  );
}
