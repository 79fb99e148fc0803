import type { Locale } from "../../../../contract/locales.ts";
import type { ClientPlace, Ctx, Tx } from "../../../ctx.ts";
import { isUniqueViolation } from "../../../platform/db.ts";
import { consume, resetLimit, tryConsume } from "../../../platform/rate-limit.ts";
import { findAccountByPassword, hashForAddress } from "../accounts/by-password.ts";
import { personRegistered } from "../events.ts";
import { EmailTaken, AlreadyRegistered, EmailTokenSpent, PasswordNeeded, WrongPassword } from "../errors.ts";
import { mailAddress } from "../emails/send.ts";
import { emailTakenEmail, verificationEmail } from "../emails/templates.ts";
import { issueKey, readKey, spendKey, voidSignInKeys } from "./email-tokens.ts";
import { notifyEmailChanged } from "../security-notices/notices.ts";
import { insertPerson, registerAnonymous, setPassword, verifyAddressOf } from "../accounts/store.ts";
import { findOwner, listGiven } from "./store.ts";

/** Rate limit of emails to one address. */
const emailLimit = { name: "email", points: 5, seconds: 3600 };
/** Rate limit of passwords with verification links to one address. */
const passwordLimit = { name: "verify password", points: 10, seconds: 15 * 60 };

/**
 * Whether another email may be sent to an unverified address. Over the limit, emails are dropped silently.
 */
export const mayWriteTo = async (ctx: Ctx, address: string): Promise<boolean> =>
  (await tryConsume(ctx, emailLimit, address)) === null;

/**
 * Emails a link that verifies an address, and voids the previous link. If another account has verified the
 * address, the email goes to its owner as a notification. The response is the same in both cases.
 */
export async function sendVerification(
  tx: Tx,
  asked: { personId: string; address: string; locale?: Locale },
): Promise<void> {
  const { personId, address, locale } = asked;
  const owner = await findOwner(tx.db, address);
  if (owner && owner.personId !== personId)
    return mailAddress(tx, {
      address,
      email: emailTakenEmail({ name: owner.name }),
      personId: owner.personId,
      locale,
    });
  const { key, replacesOne } = await issueKey(tx, { purpose: "prove", address });
  await mailAddress(tx, { address, email: verificationEmail({ key, replacesOne }), personId, locale });
}

/** The input of a registration. */
export interface Newcomer {
  /** The guest's id; null without a guest session. */
  readonly anonymousId: string | null;
  readonly name: string;
  readonly address: string;
  /** Language of the request; a guest's choice stays. */
  readonly locale: Locale;
}

/**
 * Creates a member with an unverified address. A guest is upgraded in place: same id, sessions revoked.
 * @returns the person's id
 * @throws AlreadyRegistered if another tab was first
 */
export async function makeMember(tx: Tx, newcomer: Newcomer): Promise<string> {
  const { anonymousId, name, address, locale } = newcomer;
  const now = tx.clock.now();
  const personId = anonymousId ?? (await insertPerson(tx.db, { name, address, locale, now }));
  if (anonymousId && !(await registerAnonymous(tx.db, { personId, name, address, locale, now })))
    throw new AlreadyRegistered();
  await tx.publish(personRegistered, { personId });
  return personId;
}

/**
 * Registers a member. A guest is upgraded in place, with the same id and data; their sessions are revoked. An
 * address of another account is treated alike.
 * @returns the person's id
 * @throws AlreadyRegistered if another tab was first
 */
export async function registerPerson(ctx: Ctx, person: Newcomer & { password: string }): Promise<string> {
  const { address, password, locale } = person;
  const passwordHash = await hashForAddress(ctx, address, password);
  const mayWrite = await mayWriteTo(ctx, address);
  return ctx.transact(async (tx) => {
    const personId = await makeMember(tx, person);
    await setPassword(tx.db, { personId, passwordHash, now: tx.clock.now() });
    if (mayWrite) await sendVerification(tx, { personId, address, locale });
    return personId;
  });
}

/**
 * Verifies an address for an account, after the mailbox was confirmed.
 * @throws EmailTaken, EmailTokenSpent
 */
export async function verifyAddress(
  tx: Tx,
  verified: { personId: string; address: string; place: ClientPlace },
): Promise<void> {
  const { personId, address, place } = verified;
  const now = tx.clock.now();
  let account: Awaited<ReturnType<typeof verifyAddressOf>>;
  try {
    account = await verifyAddressOf(tx.db, { personId, address, now });
  } catch (error) {
    if (isUniqueViolation(error)) throw new EmailTaken();
    throw error;
  }
  if (!account) throw new EmailTokenSpent();
  if (!account.before || account.before === address) return;
  await voidSignInKeys(tx, account.before);
  await notifyEmailChanged(tx, { personId, name: account.name, email: account.before, place });
}

/** The input of an email verification by link. */
export interface VerificationLink {
  readonly key: string;
  /** The account that the browser is signed in to. */
  readonly accountHere: string | null;
  /** Identifies the account in any other browser. */
  readonly password: string | null;
  readonly place: ClientPlace;
}

/**
 * Verifies the address of a link, for the signed-in account or the one with the given password.
 * @returns the account and the address
 * @throws EmailTaken, EmailTokenSpent, PasswordNeeded, RateLimited, WrongPassword
 */
export async function verifyByLink(
  ctx: Ctx,
  link: VerificationLink,
): Promise<{ personId: string; address: string }> {
  const address = await addressOfKey(ctx, link.key);
  const personId = await accountToVerify(ctx, address, link);
  return ctx.transact(async (tx) => {
    if ((await spendKey(tx, link.key, "prove")) !== address) throw new EmailTokenSpent();
    await verifyAddress(tx, { personId, address, place: link.place });
    return { personId, address };
  });
}

async function addressOfKey(ctx: Ctx, key: string): Promise<string> {
  const found = await readKey(ctx, key);
  if (found?.purpose !== "prove") throw new EmailTokenSpent();
  return found.address;
}

async function accountToVerify(ctx: Ctx, address: string, link: VerificationLink): Promise<string> {
  const { accountHere, password } = link;
  if (accountHere && (await listGiven(ctx.db, address, accountHere)).length > 0) return accountHere;
  if (password === null) throw new PasswordNeeded();
  await consume(ctx, passwordLimit, address);
  const found = await findAccountByPassword(ctx, { address, password, use: "verify" });
  if (!found) throw new WrongPassword();
  await resetLimit(ctx, passwordLimit, address);
  return found;
}
