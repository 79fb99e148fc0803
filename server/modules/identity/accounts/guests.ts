import type { Ctx } from "../../../ctx.ts";
import { guestsDeleted } from "../events.ts";
import { prepareDeletion } from "../deletion/before-deletion.ts";
import { deleteGuestRows, listOldGuests, lockIdleGuests, markActiveGuests } from "./store-guests.ts";

/** Idle guests without a session are deleted after this time, in milliseconds. */
const idleMs = 30 * 24 * 60 * 60_000;
/** Batch size; small enough to keep transactions short. */
const batchSize = 500;

/**
 * Deletes idle guests in batches, once their session has ended and 30 days have passed. Idempotent and safe
 * to run on several servers. Data elsewhere follows by `guestsDeleted`.
 * @param findActive returns the ids with any activity
 * @returns the number of deleted guests
 */
export async function deleteIdleGuests(
  ctx: Ctx,
  findActive: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const now = ctx.clock.now();
    const before = new Date(now.getTime() - idleMs);
    const ids = await listOldGuests(ctx.db, { before, now, limit: batchSize });
    const active = await findActive(ids);
    const idle = ids.filter((id) => !active.has(id));
    const deletedInBatch = await ctx.transact(async (tx) => {
      if (active.size > 0) await markActiveGuests(tx.db, [...active]);
      const found = idle.length > 0 ? await lockIdleGuests(tx.db, { ids: idle, now }) : [];
      if (found.length === 0) return 0;
      await prepareDeletion(tx, found);
      await deleteGuestRows(tx.db, found);
      await tx.publish(guestsDeleted, { personIds: found });
      return found.length;
    });
    deleted += deletedInBatch;
    // A short batch is the last one. A batch without progress is locked by other servers.
    if (ids.length < batchSize || deletedInBatch + active.size === 0) return deleted;
  }
}
