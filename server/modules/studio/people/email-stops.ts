import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { allowAddress, suppressedSince } from "../../../platform/mail/suppression.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { readPerson } from "./people.ts";

/**
 * Since when a person gets only the emails that they can't unsubscribe from, because the mail server said that their mailbox
 * doesn't exist; null if they get all. The caller has checked that the viewer is staff.
 */
export const emailsStoppedSince = (ctx: Ctx, email: string | null): Promise<Date | null> =>
  email === null ? Promise.resolve(null) : suppressedSince(ctx, email);

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
