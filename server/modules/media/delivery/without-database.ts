import type { Ctx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";

/** How long a server doesn't ask a database that was away. Milliseconds. */
const restMs = 5_000;
let restsUntil = 0;

/**
 * Runs a check of a signed link that needs the database. While that is away, the link alone counts: who is dancing goes on,
 * and no new links are issued.
 */
export async function unlessDatabaseAway(ctx: Ctx, check: () => Promise<void>): Promise<void> {
  if (Date.now() < restsUntil) return;
  try {
    await check();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    restsUntil = Date.now() + restMs;
    ctx.log.warn({ err: error }, "The database is away: links are trusted without counting screens");
  }
}
