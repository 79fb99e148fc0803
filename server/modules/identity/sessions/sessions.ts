import type { ClientPlace, Ctx } from "../../../ctx.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { clearAttempts, confirmLimit, guardAttempt } from "../sign-in/attempts.ts";
import { ConfirmationNeeded, WrongPassword } from "../errors.ts";
import { credentialChangedEmail } from "../emails/templates.ts";
import { mailPerson } from "../emails/send.ts";
import { hashPassword, isPasswordRight } from "../sign-in/password-hashes.ts";
import { checkNewPassword } from "../sign-in/passwords.ts";
import { hashForAddress } from "../accounts/by-password.ts";
import { mayWriteTo, sendVerification } from "../email-addresses/verification.ts";
import { notifyEmailChangeRequested } from "../security-notices/notices.ts";
import { findAccount } from "../accounts/store-account.ts";
import { endSessions, setPassword, setPendingEmail } from "../accounts/store.ts";
import { voidSignInKeys } from "../email-addresses/email-tokens.ts";
import { confirmSession, findPasswordHash, isSessionConfirmed } from "./store.ts";

const addressChangeLimit = { name: "change email", points: 5, seconds: 3600 };
/** How long a confirmation of identity lasts. */
const confirmedMs = 15 * 60_000;

/** A person and their session. */
export interface InSession {
  readonly personId: string;
  readonly sessionId: string;
}

/**
 * Requires a recent confirmation of identity in this session.
 * @throws ConfirmationNeeded
 */
export async function requireConfirmed(ctx: Ctx, sessionId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - confirmedMs);
  if (!(await isSessionConfirmed(ctx.db, { id: sessionId, since }))) throw new ConfirmationNeeded();
}

async function checkPassword(ctx: Ctx, personId: string, password: string): Promise<void> {
  const attempt = { subject: personId, device: null };
  await guardAttempt(ctx, confirmLimit, attempt);
  const hash = await findPasswordHash(ctx.db, personId);
  if (!(await isPasswordRight(ctx.config.passwordCost, hash, password))) throw new WrongPassword();
  await clearAttempts(ctx, confirmLimit, attempt);
}

/**
 * Confirms the person's identity by password.
 * @throws RateLimited, WrongPassword
 */
export async function confirmByPassword(ctx: Ctx, inSession: InSession, password: string): Promise<void> {
  await checkPassword(ctx, inSession.personId, password);
  await confirmSession(ctx.db, { id: inSession.sessionId, now: ctx.clock.now() });
}

/**
 * Changes the password, or sets a first one. Revokes every other session and email link.
 * @throws BadPassword, ConfirmationNeeded, RateLimited, WrongPassword
 */
export async function changePassword(
  ctx: Ctx,
  inSession: InSession,
  change: { current: string; password: string; place: ClientPlace },
): Promise<void> {
  const account = await findAccount(ctx.db, inSession.personId);
  if (account?.hasPassword) await checkPassword(ctx, inSession.personId, change.current);
  else await requireConfirmed(ctx, inSession.sessionId);
  const address = account?.email ?? account?.pendingEmail;
  await checkNewPassword(change.password, {
    name: account?.name ?? "",
    ...(address ? { email: address } : {}),
  });
  const pending = account?.email ? null : account?.pendingEmail;
  const passwordHash = pending
    ? await hashForAddress(ctx, pending, change.password)
    : await hashPassword(ctx.config.passwordCost, change.password);
  await ctx.transact(async (tx) => {
    const { personId, sessionId } = inSession;
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    await endSessions(tx.db, { personId, exceptId: sessionId });
    if (account?.email) await voidSignInKeys(tx, account.email);
    await mailPerson(tx, {
      personId,
      email: credentialChangedEmail({
        name: account?.name ?? "",
        change: "password",
        place: change.place,
        at: tx.clock.now(),
      }),
    });
  });
}

/**
 * Requests an email change, which takes effect once the new address is verified.
 * @param change.place where the request came from, for the notice to the current address
 * @throws ConfirmationNeeded, RateLimited
 */
export async function changeEmail(
  ctx: Ctx,
  inSession: InSession,
  change: { address: string; place: ClientPlace },
): Promise<void> {
  const { address, place } = change;
  await requireConfirmed(ctx, inSession.sessionId);
  const { personId } = inSession;
  await consume(ctx, addressChangeLimit, personId);
  const account = await findAccount(ctx.db, personId);
  const isOld = account?.email === address;
  const mayWrite = await mayWriteTo(ctx, address);
  await ctx.transact(async (tx) => {
    await setPendingEmail(tx.db, { personId, address: isOld ? null : address, now: tx.clock.now() });
    if (account?.email) await voidSignInKeys(tx, account.email);
    if (account?.email && !isOld) {
      const { name, email } = account;
      await notifyEmailChangeRequested(tx, { personId, name, email, newEmail: address, place });
    }
    if (!isOld && mayWrite) await sendVerification(tx, { personId, address });
  });
}
