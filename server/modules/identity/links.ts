import type { Ctx } from "../../ctx.ts";
import { postLetter } from "../../platform/mail/send-job.ts";
import { mayWriteTo, takeOver } from "./addresses.ts";
import { changedLetter, noAccountLetter, resetLetter, signInLetter } from "./letters.ts";
import { mailPerson } from "./mails.ts";
import { issueKey } from "./mail-keys.ts";
import { endOtherWaysIn } from "./security-notices/other-ways-in.ts";
import { endSessions, findAccountByAddress, setPassword } from "./store-accounts.ts";
import { findAccount } from "./store-account.ts";
import { deleteKeys } from "./store-keys.ts";

/** What a mailed link is for. */
export type LinkPurpose = "reset" | "sign_in";

/** Mails a link to an address. Whoever asks learns nothing about the address: the same happens, but for what the letter says. */
export async function sendLink(ctx: Ctx, address: string, purpose: LinkPurpose): Promise<void> {
  if (!(await mayWriteTo(ctx, address))) return;
  await ctx.transact(async (tx) => {
    const account = await findAccountByAddress(tx.db, address);
    if (!account) return postLetter(tx, address, noAccountLetter());
    const { personId, name } = account;
    const key = await issueKey(tx, { purpose, personId, address });
    await postLetter(tx, address, purpose === "reset" ? resetLetter(name, key) : signInLetter(name, key));
  });
}

/** Signs in by a mailed link. @returns whom @throws AddressTaken, KeySpent */
export const signInByLink = (ctx: Ctx, key: string): Promise<string> =>
  ctx.transact((tx) => takeOver(tx, key, "sign_in"));

/**
 * Sets a new password by a mailed link. Every session ends, and every other mailed link.
 * @param options.endOtherWaysIn also removes passkeys and linked accounts
 * @returns whose @throws AddressTaken, KeySpent
 */
export const choosePassword = (
  ctx: Ctx,
  key: string,
  passwordHash: string,
  options: { endOtherWaysIn: boolean },
): Promise<string> =>
  ctx.transact(async (tx) => {
    const personId = await takeOver(tx, key, "reset");
    if (options.endOtherWaysIn) await endOtherWaysIn(tx, personId);
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    await endSessions(tx.db, { personId, exceptId: null });
    await deleteKeys(tx.db, personId);
    const account = await findAccount(tx.db, personId);
    await mailPerson(tx, { personId, ...changedLetter(account?.name ?? "", "Your password was changed") });
    return personId;
  });
