import type { Ctx } from "../../ctx.ts";
import { deleteOldItems } from "./store.ts";

const dayMs = 24 * 3_600_000;
/** Longer than any reaction is tried again. */
const deliveredDays = 30;
const retentionDays = 365;

/** Forgets news of more than a year ago, and who heard what once nobody can tell it again. */
export async function prune(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await deleteOldItems(ctx.db, {
    deliveredBefore: new Date(now - deliveredDays * dayMs),
    createdBefore: new Date(now - retentionDays * dayMs),
  });
}
