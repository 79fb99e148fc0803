import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { allowAddress, suppressionOf } from "../../../platform/mail/suppression.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import type { Suppression } from "../../../platform/mail/suppression.ts";
import { readPerson } from "./people.ts";

/**
 * Why and since when a person gets only the emails that they can't unsubscribe from; null if they get all. The caller has checked
 * that the viewer is staff.
 */
export const emailStopOf = (ctx: Ctx, email: string | null): Promise<Suppression | null> =>
  email === null ? Promise.resolve(null) : suppressionOf(ctx, email);

/** Lets all emails reach a person again. Idempotent. For support. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function allowEmails(ctx: Ctx, personId: string): Promise<void> {
  requireStaff(ctx, ...permissions.manageAccounts);
  const { id, email } = await readPerson(ctx, personId);
  if (email === null) return;
  await ctx.transact(async (tx) => {
    if (await allowAddress(tx, email))
      await recordAuditEntry(tx, { action: "studio.emails_allowed", subject: `person:${id}` });
  });
}
