import type { Ctx } from "../../../ctx.ts";
import { mirrorPrefix } from "./mirror.ts";
import { deleteChangesBefore } from "./store.ts";

/** Retention of changes: long enough for every listener, and a week for a mirror; milliseconds. */
const retentionMs = 60 * 60 * 1000;
const mirrorMs = 7 * 24 * 60 * 60 * 1000;

/** Deletes changes that nothing waits for. A mirror without progress for a week is ignored. */
export function pruneChanges(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  return deleteChangesBefore(ctx.db, {
    before: new Date(now - retentionMs),
    mirrors: `${mirrorPrefix}%`,
    alive: new Date(now - mirrorMs),
  });
}
