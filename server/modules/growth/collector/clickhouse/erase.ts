import type { Ctx } from "../../../../ctx.ts";
import type { ClickHouse } from "../../../../platform/clickhouse.ts";
import { deleteHeldEventsOf, finishErasures, listErasures } from "./store.ts";
import type { Erasure } from "./store.ts";
import { beginDeleting, findMutation, listStoredPeople } from "./table.ts";

/** People per statement. */
const atOnce = 500;
/** An erasure is complete if nothing is left so long after its request: inserts and moves that had begun are done. Milliseconds. */
const settledMs = 10 * 60_000;
/** A mutation that runs longer, while an erasure waits as long, needs an operator; milliseconds. */
const lateMs = 60 * 60_000;

/**
 * Deletes the events of deleted people from ClickHouse, and those that PostgreSQL holds for it, and looks at the next run whether it has.
 * Each run looks for everyone, so that a client that goes on sending events of a deleted person delays no one else's erasure.
 * @throws if a mutation has held up the deletion for over an hour
 */
export async function eraseEvents(ctx: Ctx, clickHouse: ClickHouse): Promise<void> {
  const now = ctx.clock.now().getTime();
  const left: Erasure[] = [];
  let page = await listErasures(ctx.db, null, atOnce);
  while (page.length > 0) {
    const ids = page.map(({ personId }) => personId);
    // Those that arrived after the person's were deleted would be moved there.
    await deleteHeldEventsOf(ctx.db, ids);
    const stored = await listStoredPeople(clickHouse, ids);
    left.push(...page.filter(({ personId }) => stored.has(personId)));
    await finishErasures(
      ctx.db,
      ids.filter((id) => !stored.has(id)),
      new Date(now - settledMs),
    );
    page = await listErasures(ctx.db, page.at(-1)!, atOnce);
  }
  const [oldest] = left;
  if (!oldest) return;
  // ClickHouse applies mutations in their order: behind one that fails again and again, more would pile up.
  const mutation = await findMutation(clickHouse);
  if (mutation) {
    const waitedMs = now - Math.max(oldest.requestedAt.getTime(), mutation.createdAt * 1000);
    if (waitedMs > lateMs)
      throw new Error(
        `ClickHouse hasn't finished mutation ${mutation.id}, which holds up the deletion of events`,
      );
    ctx.log.info({ ids: left.length, mutation: mutation.id }, "ClickHouse has yet to finish a mutation");
    return;
  }
  for (let at = 0; at < left.length; at += atOnce)
    await beginDeleting(
      clickHouse,
      left.slice(at, at + atOnce).map(({ personId }) => personId),
    );
}
