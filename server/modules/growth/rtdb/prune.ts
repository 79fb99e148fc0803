import type { Ctx } from "../../../ctx.ts";
import { mirrorPrefix } from "./mirror.ts";
import { deleteChangesBefore } from "./store.ts";

/** Changes are kept until every listener has long been told of them, and another database within a week; milliseconds. */
const keptMs = 60 * 60 * 1000;
const mirrorMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets changes that nobody waits for any more. A mirror that hasn't been told of anything for a week isn't waited for. */
export function pruneChanges(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  return deleteChangesBefore(ctx.db, {
    before: new Date(now - keptMs),
    mirrors: `${mirrorPrefix}%`,
    alive: new Date(now - mirrorMs),
  });
}
