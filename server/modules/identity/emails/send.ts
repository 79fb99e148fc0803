import { sourceLocale } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { withoutFreeText } from "../../../platform/mail/content.ts";
import { queueEmail } from "../../../platform/mail/send-job.ts";
import type { Email } from "../../../platform/mail/template.ts";
import { findEmail } from "../email-addresses/store.ts";
import { defaultReader, readerOf } from "../preferences/preferences.ts";

/**
 * Emails a person in their language and time zone, at their verified address, else at the pending one. The pending mailbox may be
 * someone else's, so the email to it has no free text. A family profile has no address: pass the account's id.
 * @param mail.receipt published with `mail.sent` when the mail server took the email
 * @param mail.isBulk whether it comes in waves, such as receipts: emails that a person waits for go first
 * @param mail.at not before; at once by default
 * @returns the email’s id; null without a usable address: a guest, a deleted account, or unverified where verification is
 * required
 */
export async function mailPerson(
  tx: Tx,
  mail: { personId: string; email: Email; receipt?: string; isBulk?: boolean; at?: Date | null },
): Promise<string | null> {
  const { personId, email } = mail;
  const found = await findEmail(tx.db, personId);
  const address = found?.address ?? (email.isOfOthers ? null : found?.pendingEmailAddress);
  if (!address) return null;
  const reader = await readerOf(tx.db, personId);
  const content = email.write({ ...reader, studioName: tx.studio.name });
  return queueEmail(tx, {
    to: address,
    personId,
    reader,
    content: found?.address ? content : withoutFreeText(content),
    ...(mail.receipt ? { receipt: mail.receipt } : {}),
    ...(mail.isBulk ? { isBulk: true } : {}),
    at: mail.at ?? null,
  });
}

/**
 * Emails an address that stands for itself, such as one that asked for a link.
 * @param mail.personId whose language and time zone it uses
 * @param mail.locale language of the request, for people without a setting
 */
export async function mailAddress(
  tx: Tx,
  mail: { address: string; email: Email; personId: string | null; locale?: Locale },
): Promise<void> {
  const { personId, locale = sourceLocale } = mail;
  const reader = personId ? await readerOf(tx.db, personId, locale) : { ...defaultReader, locale };
  await queueEmail(tx, {
    to: mail.address,
    personId,
    reader,
    content: mail.email.write({ ...reader, studioName: tx.studio.name }),
  });
}

/** Whether an account has a verified email address. */
export const hasVerifiedEmail = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  ((await findEmail(ctx.db, accountId))?.address ?? null) !== null;
