import type { Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { issueKey } from "../email-addresses/email-tokens.ts";
import { listUsedAddresses } from "../email-addresses/store.ts";
import { makeMember } from "../email-addresses/verification.ts";
import { mailPerson } from "../emails/send.ts";
import { memberInvitationEmail } from "../emails/member-invitation.ts";
import type { InvitedAccess } from "../emails/member-invitation.ts";

/** Lifetime of the link in an invitation, in minutes. It opens an account that nothing was done with. */
const linkMinutes = 14 * 24 * 60;

/** Those of some addresses that an account has verified or given. @param addresses normalized */
export const addressesInUse = async (db: Db, addresses: readonly string[]): Promise<Set<string>> =>
  new Set(await listUsedAddresses(db, addresses));

/**
 * Creates an account without a password for an address that no account has, in the studio's language.
 * @param member.email normalized
 * @returns the account's id
 */
export const createInvitedMember = (tx: Tx, member: { name: string; email: string }): Promise<string> =>
  makeMember(tx, {
    anonymousId: null,
    name: member.name,
    address: member.email,
    locale: tx.studio.locale,
  });

/** Emails an invited member a link that signs in, and confirms the address. It works once, for 14 days. */
export async function mailMemberInvitation(
  tx: Tx,
  member: { personId: string; name: string; email: string; access: InvitedAccess | null },
): Promise<void> {
  const { personId, name, email: address, access } = member;
  const { key, expiresAt } = await issueKey(tx, { purpose: "sign_in", address, lifeMinutes: linkMinutes });
  const email = memberInvitationEmail({ name, key, expiresAt, access });
  await mailPerson(tx, { personId, email, isBulk: true });
}
