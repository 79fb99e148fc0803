import { createHash, randomBytes } from "node:crypto";
import type { ClientPlace as Place, Ctx, Tx } from "../../../ctx.ts";
import type { Email } from "../../../platform/mail/template.ts";
import { tryConsume } from "../../../platform/rate-limit.ts";
import { credentialChangedEmail } from "../emails/templates.ts";
import { mailAddress, mailPerson } from "../emails/send.ts";
import { findAccount } from "../accounts/store-account.ts";
import { emailChangedEmail, emailChangeRequestedEmail, newDeviceEmail, passkeyAddedEmail } from "./emails.ts";
import { insertReport } from "./store-reports.ts";
import type { ReportKind } from "./store-reports.ts";

/** How long the "This wasn't me" link works. */
const lifeMs = 7 * 24 * 60 * 60_000;
/** A client without cookies counts as new at each sign-in. */
const newDeviceLimit = { name: "new device email", points: 10, seconds: 24 * 60 * 60 };

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

async function sendNotice(
  tx: Tx,
  notice: {
    personId: string;
    email: string;
    kind: ReportKind;
    place: Place;
    passkeyId?: string;
    write: (token: string) => Email;
  },
): Promise<void> {
  const { personId, email, kind, place, passkeyId, write } = notice;
  const token = randomBytes(24).toString("base64url");
  const now = tx.clock.now();
  await insertReport(tx.db, {
    hash: hashOfToken(token),
    personId,
    kind,
    email,
    passkeyId: passkeyId ?? null,
    ...place,
    happenedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  await mailAddress(tx, { address: email, email: write(token), personId });
}

/**
 * Notifies an account by email of a new passkey. An unverified address gets no link, since it may be someone
 * else's.
 */
export async function notifyPasskeyAdded(
  tx: Tx,
  added: { personId: string; passkeyId: string; place: Place },
): Promise<void> {
  const { personId, passkeyId, place } = added;
  const account = await findAccount(tx.db, personId);
  if (!account) return;
  const { name, email } = account;
  const at = tx.clock.now();
  if (!email) {
    const email = credentialChangedEmail({ name, change: "passkey_added", place, at });
    await mailPerson(tx, { personId, email });
    return;
  }
  const write = (token: string) => passkeyAddedEmail({ name, token, place, at });
  await sendNotice(tx, { personId, email, kind: "passkey_added", place, passkeyId, write });
}

/** Notifies an account's verified address of a sign-in in a new browser. */
export async function notifyNewDevice(ctx: Ctx, signedIn: { personId: string; place: Place }): Promise<void> {
  const { personId, place } = signedIn;
  const account = await findAccount(ctx.db, personId);
  if (!account?.email || (await tryConsume(ctx, newDeviceLimit, personId)) !== null) return;
  const { name, email } = account;
  await ctx.transact((tx) => {
    const at = tx.clock.now();
    const write = (token: string) => newDeviceEmail({ name, token, place, at });
    return sendNotice(tx, { personId, email, kind: "new_device", place, write });
  });
}

/** Notifies the current address, before anything changes, that a change was requested. */
export async function notifyEmailChangeRequested(
  tx: Tx,
  asked: { personId: string; name: string; email: string; newEmail: string; place: Place },
): Promise<void> {
  const { place, newEmail, ...account } = asked;
  const at = tx.clock.now();
  const write = (token: string) =>
    emailChangeRequestedEmail({ name: asked.name, token, place, at, newEmail });
  await sendNotice(tx, { ...account, kind: "email_change_requested", place, write });
}

/** Notifies the previous address that it was replaced. */
export async function notifyEmailChanged(
  tx: Tx,
  changed: { personId: string; name: string; email: string; place: Place },
): Promise<void> {
  const { name, place } = changed;
  const at = tx.clock.now();
  const write = (token: string) => emailChangedEmail({ name, token, place, at });
  await sendNotice(tx, { ...changed, kind: "email_changed", write });
}
