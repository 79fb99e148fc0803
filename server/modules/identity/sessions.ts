import type { Ctx } from "../../ctx.ts";
import { consume } from "../../platform/rate-limit.ts";
import { clearAttempts, confirmLimit, guardAttempt } from "./attempts.ts";
import { ConfirmationNeeded, WrongPassword } from "./errors.ts";
import { somethingChangedEmail } from "./letters.ts";
import { mailPerson } from "./mails.ts";
import { checkNewPassword, hashPassword, isPasswordRight } from "./passwords.ts";
import { hashForAddress } from "./account-by-password.ts";
import { mayWriteTo, sendVerification } from "./addresses.ts";
import { notifyEmailChangeRequested } from "./security-notices/notices.ts";
import { findAccount } from "./store-account.ts";
import { endSessions, setPassword, setPendingEmail } from "./store-accounts.ts";
import { voidSignInKeys } from "./mail-keys.ts";
import { confirmSession, findPasswordHash, isSessionConfirmed } from "./store-sessions.ts";

const addressChangeLimit = { name: "change email", points: 5, seconds: 3600 };
/** How long it holds that the person showed that it is they. */
const confirmedMs = 15 * 60_000;

/** A person within one of their sessions. */
export interface InSession {
  readonly personId: string;
  readonly sessionId: string;
}

/** Refuses what matters most in a session in which the person didn't show lately that it is they. @throws ConfirmationNeeded */
export async function requireConfirmed(ctx: Ctx, sessionId: string): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - confirmedMs);
  if (!(await isSessionConfirmed(ctx.db, { id: sessionId, since }))) throw new ConfirmationNeeded();
}

async function checkPassword(ctx: Ctx, personId: string, password: string): Promise<void> {
  const attempt = { subject: personId, device: null };
  await guardAttempt(ctx, confirmLimit, attempt);
  if (!(await isPasswordRight(await findPasswordHash(ctx.db, personId), password))) throw new WrongPassword();
  await clearAttempts(ctx, confirmLimit, attempt);
}

/** Takes the password as a sign that it is they who sit here. @throws RateLimited, WrongPassword */
export async function confirmByPassword(ctx: Ctx, who: InSession, password: string): Promise<void> {
  await checkPassword(ctx, who.personId, password);
  await confirmSession(ctx.db, { id: who.sessionId, now: ctx.clock.now() });
}

/**
 * Changes the password, or gives a first one to an account that has none. Every other session ends, and every mailed link.
 * @throws BadPassword, ConfirmationNeeded, RateLimited, WrongPassword
 */
export async function changePassword(
  ctx: Ctx,
  who: InSession,
  change: { current: string; password: string },
): Promise<void> {
  const account = await findAccount(ctx.db, who.personId);
  if (account?.hasPassword) await checkPassword(ctx, who.personId, change.current);
  else await requireConfirmed(ctx, who.sessionId);
  const address = account?.email ?? account?.pendingEmail;
  await checkNewPassword(change.password, {
    name: account?.name ?? "",
    ...(address ? { email: address } : {}),
  });
  const pending = account?.email ? null : account?.pendingEmail;
  const passwordHash = pending
    ? await hashForAddress(ctx, pending, change.password)
    : await hashPassword(change.password);
  await ctx.transact(async (tx) => {
    const { personId, sessionId } = who;
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    await endSessions(tx.db, { personId, exceptId: sessionId });
    if (account?.email) await voidSignInKeys(tx, account.email);
    await mailPerson(tx, {
      personId,
      ...somethingChangedEmail(account?.name ?? "", "Your password was changed"),
    });
  });
}

/** Gives a new address, which becomes the account's once it is proved. @throws ConfirmationNeeded, RateLimited */
export async function changeEmail(ctx: Ctx, who: InSession, address: string): Promise<void> {
  await requireConfirmed(ctx, who.sessionId);
  const { personId } = who;
  await consume(ctx, addressChangeLimit, personId);
  const account = await findAccount(ctx.db, personId);
  const isOld = account?.email === address;
  const mayWrite = await mayWriteTo(ctx, address);
  await ctx.transact(async (tx) => {
    await setPendingEmail(tx.db, { personId, address: isOld ? null : address, now: tx.clock.now() });
    if (account?.email) await voidSignInKeys(tx, account.email);
    if (account?.email && !isOld) {
      const { name, email } = account;
      await notifyEmailChangeRequested(tx, { personId, name, email, newEmail: address });
    }
    if (!isOld && mayWrite) await sendVerification(tx, { personId, address });
  });
}
