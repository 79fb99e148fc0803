import type { Ctx } from "../../../../ctx.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import { deleteHeldEventsOf, finishErasures, listErasedPeople } from "./store.ts";
import { beginDeleting, countOf, isDeleting } from "./table.ts";

/** People per deletion, which rewrites files. */
const atOnce = 500;
/** An erasure is complete if nothing is left so long after its request: inserts and moves that had begun are done. Milliseconds. */
const settledMs = 10 * 60_000;

/** Deletes the events of deleted people from ClickHouse, and those that PostgreSQL holds for it, and looks at the next run whether it has. */
export async function eraseEvents(ctx: Ctx, clickHouse: ClickHouse): Promise<void> {
  const ids = await listErasedPeople(ctx.db, atOnce);
  if (ids.length === 0) return;
  // Those that arrived after the person's were deleted would be moved there.
  await deleteHeldEventsOf(ctx.db, ids);
  if (await isDeleting(clickHouse)) {
    // One that fails again and again is in system.mutations, with its reason.
    ctx.log.info({ ids: ids.length }, "ClickHouse is still deleting events of deleted people");
    return;
  }
  if ((await countOf(clickHouse, ids)) > 0) await beginDeleting(clickHouse, ids);
  else await finishErasures(ctx.db, ids, new Date(ctx.clock.now().getTime() - settledMs));
}
