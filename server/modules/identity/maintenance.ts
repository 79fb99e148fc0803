import type { Ctx } from "../../ctx.ts";
import { deleteExpiredReports } from "./security-notices/store-reports.ts";
import { deleteReleasedUsernames } from "./profile/store.ts";
import { deleteEnded } from "./email-addresses/store-tokens.ts";

/** Deletes expired email tokens, security reports, sessions and verifications, and usernames that no one holds any more. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteEnded(ctx.db, ctx.clock.now());
  await deleteExpiredReports(ctx.db, ctx.clock.now());
  await deleteReleasedUsernames(ctx.db, ctx.clock.now());
}
