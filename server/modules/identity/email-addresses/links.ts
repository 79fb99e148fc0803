import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { mayWriteTo } from "./verification.ts";
import { enterByLink } from "./claims.ts";
import type { EndOutsideAccess, SignInLink } from "./claims.ts";
import {
  credentialChangedEmail,
  noAccountEmail,
  passwordResetEmail,
  signInLinkEmail,
} from "../emails/templates.ts";
import { mailAddress, mailPerson } from "../emails/send.ts";
import { issueKey, voidSignInKeys } from "./email-tokens.ts";
import { endOtherWaysIn } from "../security-notices/other-ways-in.ts";
import { endSessions, setPassword } from "../accounts/store.ts";
import { findAccount } from "../accounts/store-account.ts";
import { findOwner, listUnverified } from "./store.ts";

/** The purpose of an email link. */
export type LinkPurpose = "reset" | "sign_in";

/** Emails a link to an address. The response is the same for an unknown address; only the email differs. */
export async function sendLink(
  ctx: Ctx,
  asked: { address: string; purpose: LinkPurpose; locale: Locale },
): Promise<void> {
  const { address, purpose, locale } = asked;
  if (!(await mayWriteTo(ctx, address))) return;
  await ctx.transact(async (tx) => {
    const owner = await findOwner(tx.db, address);
    const given = await listUnverified(tx.db, address);
    const { key } = await issueKey(tx, { purpose, address });
    if (!owner && given.length === 0)
      return mailAddress(tx, { address, email: noAccountEmail({}), personId: null, locale });
    const props = { name: owner?.name ?? null, key };
    await mailAddress(tx, {
      address,
      email: purpose === "reset" ? passwordResetEmail(props) : signInLinkEmail(props),
      personId: owner?.personId ?? null,
      locale,
    });
  });
}

/**
 * Signs in by an email link.
 * @returns the account's id
 * @throws EmailTaken, BadInput, ChooseAccount, EmailTokenSpent
 */
export const signInByLink = (
  ctx: Ctx,
  link: Omit<SignInLink, "purpose">,
  endOutsideAccess: EndOutsideAccess,
): Promise<string> =>
  ctx.transact((tx) => enterByLink(tx, { ...link, purpose: "sign_in" }, endOutsideAccess));

/**
 * Sets a new password by an email link, and revokes all sessions and other email links.
 * @param options.endOtherWaysIn also removes passkeys and linked accounts
 * @returns the account's id
 * @throws EmailTaken, BadInput, ChooseAccount, EmailTokenSpent
 */
export const choosePassword = (
  ctx: Ctx,
  link: Omit<SignInLink, "purpose"> & { passwordHash: string },
  options: { endOtherWaysIn: boolean; endOutsideAccess: EndOutsideAccess },
): Promise<string> =>
  ctx.transact(async (tx) => {
    const { passwordHash } = link;
    const personId = await enterByLink(tx, { ...link, purpose: "reset" }, options.endOutsideAccess);
    if (options.endOtherWaysIn) await endOtherWaysIn(tx, personId);
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    await endSessions(tx.db, { personId, exceptId: null });
    const account = await findAccount(tx.db, personId);
    if (account?.email) await voidSignInKeys(tx, account.email);
    await mailPerson(tx, {
      personId,
      email: credentialChangedEmail({
        name: account?.name ?? "",
        change: "password",
        place: link.place,
        at: tx.clock.now(),
      }),
    });
    return personId;
  });
