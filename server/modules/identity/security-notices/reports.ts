import type { Ctx, Tx } from "../../../ctx.ts";
import type { EndOutsideAccess } from "../email-addresses/claims.ts";
import { EmailTokenSpent } from "../errors.ts";
import { deletionCanceled } from "../events.ts";
import { voidSignInKeys, issueKey } from "../email-addresses/email-tokens.ts";
import { findAccount } from "../accounts/store-account.ts";
import type { AccountRow } from "../accounts/store-account.ts";
import { setPendingEmail } from "../accounts/store.ts";
import { deleteAccountDeletion, findAccountDeletion, lockPersonOf } from "../deletion/store.ts";
import { mailAddress } from "../emails/send.ts";
import { emailRestoredEmail, securedEmail } from "./emails.ts";
import { hashOfToken } from "./notices.ts";
import { findReport, restoreEmail, takeReport, undoSince } from "./store-reports.ts";
import type { ReportRow } from "./store-reports.ts";

/** What the "This wasn't me" page shows. */
export type Report = Pick<ReportRow, "kind" | "device" | "country" | "happenedAt">;

/**
 * Reads the report of a token without changing anything.
 * @throws EmailTokenSpent
 */
export async function readReport(ctx: Ctx, token: string): Promise<Report> {
  const found = await findReport(ctx.db, { hash: hashOfToken(token), now: ctx.clock.now() });
  if (!found) throw new EmailTokenSpent();
  const { kind, device, country, happenedAt } = found;
  return { kind, device, country, happenedAt };
}

/**
 * Confirms that a notified action was not the account owner's, and undoes everything since (see `undoSince`).
 * The account returns to the notified mailbox; a later account deletion is canceled.
 * @returns the account, and the token of a password reset link; null if the mailbox now belongs to another account
 * @throws EmailTokenSpent
 */
export function confirmReport(
  ctx: Ctx,
  token: string,
  endOutsideAccess: EndOutsideAccess,
): Promise<{ personId: string; resetKey: string | null }> {
  return ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const report = await takeReport(tx.db, { hash: hashOfToken(token), now });
    if (!report) throw new EmailTokenSpent();
    const { personId, happenedAt: since, passkeyId } = report;
    // Locked before it is read: a change of email that commits in between would be missed.
    await lockPersonOf(tx.db, personId);
    const account = await findAccount(tx.db, personId);
    if (!account) throw new EmailTokenSpent();
    await endOutsideAccess(tx, await undoSince(tx.db, { personId, since, passkeyId, now }));
    const deletion = await findAccountDeletion(tx.db, personId);
    if (deletion && deletion.requestedAt >= since && (await deleteAccountDeletion(tx.db, personId)))
      await tx.publish(deletionCanceled, { personId });
    const hasEmail = await restoreAccountEmail(tx, account, report.email);
    const after = await findAccount(tx.db, personId);
    const lacksRecoveryCodes = after?.hasTwoSteps === true && after.recoveryCodes === 0;
    await mailAddress(tx, {
      address: report.email,
      email: securedEmail({ name: account.name, hasEmail, lacksRecoveryCodes }),
      personId,
    });
    return { personId, resetKey: hasEmail ? await issueResetKey(tx, report.email) : null };
  });
}

/**
 * Restores an account's email, and drops a pending one.
 * @returns whether the account has the email now
 */
async function restoreAccountEmail(
  tx: Tx,
  { id: personId, name, email }: AccountRow,
  notifiedEmail: string,
): Promise<boolean> {
  const now = tx.clock.now();
  await setPendingEmail(tx.db, { personId, address: null, now });
  if (email === notifiedEmail) return true;
  if (!(await restoreEmail(tx.db, { personId, email: notifiedEmail, now }))) return false;
  if (email) {
    await voidSignInKeys(tx, email);
    await mailAddress(tx, { address: email, email: emailRestoredEmail({ name }), personId });
  }
  return true;
}

/** Issues the token of a password reset link, and voids previous ones. */
async function issueResetKey(tx: Tx, email: string): Promise<string> {
  await voidSignInKeys(tx, email);
  return (await issueKey(tx, { purpose: "reset", address: email })).key;
}
