import type { Ctx } from "../../../ctx.ts";
import { deleteOldStreams } from "../store.ts";

/** Forgets streams that ended long ago. */
export async function sweepStreams(ctx: Ctx): Promise<void> {
  await deleteOldStreams(ctx.db);
}
