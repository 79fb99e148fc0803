import type { Ctx, Tx } from "../../../ctx.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { queueEmail } from "../../../platform/mail/send-job.ts";
import { findEmail } from "../email-addresses/store.ts";

/**
 * Emails a person at their verified address, else at the pending one. The pending mailbox may be someone
 * else's, so the email to it has no free text. A family profile has no address: pass the account's id.
 * @returns false without a usable address: a guest, a deleted account, or unverified where verification is
 * required
 */
export async function mailPerson(
  tx: Tx,
  mail: EmailTemplate & {
    readonly personId: string;
    /** Contains text or names written by others: sent to a verified address or not at all. */
    readonly isOfOthers?: boolean;
  },
): Promise<boolean> {
  const { personId, isOfOthers = false, ...email } = mail;
  const found = await findEmail(tx.db, personId);
  if (found?.address) await queueEmail(tx, found.address, email);
  else if (found?.pendingEmailAddress && !isOfOthers)
    await queueEmail(tx, found.pendingEmailAddress, withoutFreeText(email));
  else return false;
  return true;
}

/** Whether an account has a verified email address. */
export const hasVerifiedEmail = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  ((await findEmail(ctx.db, accountId))?.address ?? null) !== null;

/** A variant of the email for an unverified address. */
function withoutFreeText(email: EmailTemplate): EmailTemplate {
  const { greeting, quote: _, ...rest } = email;
  return greeting === undefined ? rest : { ...rest, greeting: "there" };
}
