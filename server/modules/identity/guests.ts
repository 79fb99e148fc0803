import type { Ctx } from "../../ctx.ts";
import { guestsDeleted } from "./events.ts";
import { deleteGuestRows, listOldGuests, markActiveGuests } from "./store-guests.ts";

/** How long a guest is kept who never did anything and has no session, milliseconds. */
const idleMs = 30 * 24 * 60 * 60_000;
/** Guests looked at together: small enough that a transaction is short. */
const batchSize = 500;

/**
 * Deletes guests who never did anything, in batches, once their session has ended and 30 days are over. Run twice, or on two servers, it
 * does the same. What names them elsewhere follows by `guestsDeleted`.
 * @param findActive which of the ids did something
 * @returns how many were deleted
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
    const gone = await ctx.transact(async (tx) => {
      if (active.size > 0) await markActiveGuests(tx.db, [...active]);
      const found = idle.length > 0 ? await deleteGuestRows(tx.db, { ids: idle, now }) : [];
      if (found.length > 0) await tx.publish(guestsDeleted, { personIds: found });
      return found.length;
    });
    deleted += gone;
    // Fewer than asked for is the end; a batch without progress is locked by others, whose turn it is.
    if (ids.length < batchSize || gone + active.size === 0) return deleted;
  }
}
