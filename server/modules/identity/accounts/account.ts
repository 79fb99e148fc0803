import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { NotFound, RateLimited } from "../../../platform/errors.ts";
import { logSecurityEvent } from "../../../platform/security-events.ts";
import { mayWriteTo, sendVerification } from "../email-addresses/verification.ts";
import { mailPerson } from "../emails/send.ts";
import { requireHolder } from "../viewer.ts";
import { credentialChangedEmail } from "../emails/templates.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import { findAccount } from "./store-account.ts";
import type { AccountRow } from "./store-account.ts";
import { endSessions } from "./store.ts";
import { deletePasskey, listPasskeys } from "../two-step/store.ts";
import type { PasskeyRow } from "../two-step/store.ts";
import { endSession, listSessions } from "../sessions/store.ts";
import type { SessionRow } from "../sessions/store.ts";

/**
 * The viewer's account and ways to sign in.
 * @throws Forbidden, RegistrationRequired, Unauthenticated
 */
export async function readAccount(ctx: Ctx): Promise<AccountRow> {
  const { accountId } = requireHolder(ctx);
  const account = await findAccount(ctx.db, accountId);
  if (!account) throw new NotFound("account");
  return account;
}

/**
 * Resends the verification email to the pending address; does nothing if there is none.
 * @throws RateLimited
 */
export async function resendVerification(ctx: Ctx): Promise<AccountRow> {
  const account = await readAccount(ctx);
  const { id: personId, pendingEmail: address } = account;
  if (!address) return account;
  if (!(await mayWriteTo(ctx, address))) throw new RateLimited(3600);
  await ctx.transact((tx) => sendVerification(tx, { personId, address }));
  return account;
}

/** The active sessions of an account, most recently used first. */
export const readSessions = (ctx: Ctx, personId: string): Promise<SessionRow[]> =>
  listSessions(ctx.db, { personId, now: ctx.clock.now() });

/**
 * Revokes one of the viewer's sessions, or every other one if `id` is null. Ignores unknown or foreign ids.
 */
export async function endSessionsOf(ctx: Ctx, id: string | null): Promise<AccountRow> {
  const account = await readAccount(ctx);
  const { accountId: personId, sessionId } = requireHolder(ctx);
  if (id === null) await endSessions(ctx.db, { personId, exceptId: sessionId });
  else if (z.uuid().safeParse(id).success) await endSession(ctx.db, { id, personId });
  logSecurityEvent(ctx.log, { kind: "sessions_ended", accountId: personId });
  return account;
}

/** The passkeys of an account, oldest first. */
export const readPasskeys = (ctx: Ctx, personId: string): Promise<PasskeyRow[]> =>
  listPasskeys(ctx.db, personId);

/**
 * Removes one of the viewer's passkeys, and notifies them by email.
 * @throws ConfirmationNeeded, NotFound
 */
export async function removePasskey(ctx: Ctx, id: string): Promise<AccountRow> {
  const account = await readAccount(ctx);
  const { accountId: personId, sessionId } = requireHolder(ctx);
  await requireConfirmed(ctx, sessionId);
  const place = await ctx.place();
  await ctx.transact(async (tx) => {
    if (!z.uuid().safeParse(id).success || !(await deletePasskey(tx.db, { personId, id })))
      throw new NotFound("passkey");
    await mailPerson(tx, {
      personId,
      email: credentialChangedEmail({
        name: account.name,
        change: "passkey_removed",
        place,
        at: tx.clock.now(),
      }),
    });
  });
  logSecurityEvent(ctx.log, { kind: "passkey_removed", accountId: personId });
  return account;
}
