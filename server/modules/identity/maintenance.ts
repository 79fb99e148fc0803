import type { Ctx } from "../../ctx.ts";
import { deleteExpiredReports } from "./security-notices/store-reports.ts";
import { deleteEnded } from "./email-addresses/store-tokens.ts";

/** Deletes expired email tokens, security reports, sessions and verifications. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteEnded(ctx.db, ctx.clock.now());
  await deleteExpiredReports(ctx.db, ctx.clock.now());
}
