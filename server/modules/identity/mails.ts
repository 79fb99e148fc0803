import type { Ctx, Tx } from "../../ctx.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { queueEmail } from "../../platform/mail/send-job.ts";
import { findEmail } from "./store-addresses.ts";

/**
 * Posts a letter to a person: to the address that they proved, else to the one that they gave, then without free text: whoever
 * reads there may be someone else. A family member's profile has none of its own: give the account's id.
 * @returns false for someone without an address: anonymous, gone, or not verified where that is needed
 */
export async function mailPerson(
  tx: Tx,
  mail: EmailTemplate & {
    readonly personId: string;
    /** It says what others wrote or are called: it goes to a verified address or not at all. */
    readonly isOfOthers?: boolean;
  },
): Promise<boolean> {
  const { personId, isOfOthers = false, ...letter } = mail;
  const found = await findEmail(tx.db, personId);
  if (found?.address) await queueEmail(tx, found.address, letter);
  else if (found?.pendingEmailAddress && !isOfOthers)
    await queueEmail(tx, found.pendingEmailAddress, withoutFreeText(letter));
  else return false;
  return true;
}

/** Whether an account has shown that its email is its own. */
export const hasVerifiedEmail = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  ((await findEmail(ctx.db, accountId))?.address ?? null) !== null;

/** A letter for an address that isn't verified. */
function withoutFreeText(letter: EmailTemplate): EmailTemplate {
  const { greeting, quote: _, ...rest } = letter;
  return greeting === undefined ? rest : { ...rest, greeting: "there" };
}
