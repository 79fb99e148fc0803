import { randomBytes } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { z } from "zod";
import type { ClientPlace, Ctx, Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { consume, resetLimit } from "../../../platform/rate-limit.ts";
import { keyedHash, seal, unseal } from "../../../platform/signature.ts";
import { clearAttempts, codeLimit, guardAttempt } from "../sign-in/attempts.ts";
import { ChallengeOver, SecondFactorMissing, SecondFactorOn, WrongCode } from "../errors.ts";
import { credentialChangedEmail } from "../emails/templates.ts";
import { mailPerson } from "../emails/send.ts";
import { requireConfirmed } from "../sessions/sessions.ts";
import type { InSession } from "../sessions/sessions.ts";
import { findAccount } from "../accounts/store-account.ts";
import type { AccountRow } from "../accounts/store-account.ts";
import {
  beginSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  setRecoveryCodes,
  takeRecoveryCode,
  acceptTimeStep,
} from "./store.ts";
import { base32, stepOfCode, totpUri } from "./totp.ts";

const setupLimit = { name: "two-step setup", points: 5, seconds: 15 * 60 };
const codeCount = 10;
const secretBytes = 20;
/** Maximum time between the first and the second step, in milliseconds. */
const challengeMs = 10 * 60_000;

const hashCode = (ctx: Ctx, personId: string, code: string): string =>
  keyedHash(ctx.config.authSecret, `recovery:${personId}:${code.toUpperCase().replaceAll(/[^A-Z2-7]/g, "")}`);

/** An account, and where the request came from. */
interface InPlace {
  readonly personId: string;
  readonly place: ClientPlace;
}

const notifyChange = (
  tx: Tx,
  { personId, place }: InPlace,
  name: string,
  change: "two_step_on" | "two_step_off" | "recovery_codes",
) =>
  mailPerson(tx, {
    personId,
    email: credentialChangedEmail({ name, change, place, at: tx.clock.now() }),
  });

/** Whether an account has two-factor authentication. */
export const hasSecondFactor = async (ctx: Ctx, personId: string): Promise<boolean> =>
  (await findSecondFactor(ctx.db, personId))?.isConfirmed ?? false;

/**
 * Creates a TOTP secret for an authenticator app; inactive until a first code is right.
 * @throws ConfirmationNeeded, SecondFactorOn
 */
export async function beginTwoSteps(
  ctx: Ctx,
  inSession: InSession,
): Promise<{ uri: string; secret: string }> {
  await requireConfirmed(ctx, inSession.sessionId);
  const account = await findAccount(ctx.db, inSession.personId);
  const secret = randomBytes(secretBytes);
  const encrypted = await symmetricEncrypt({ key: ctx.config.authSecret, data: secret.toString("base64") });
  if (!(await beginSecondFactor(ctx.db, { personId: inSession.personId, secret: encrypted })))
    throw new SecondFactorOn();
  const name = account?.email ?? account?.pendingEmail ?? account?.name ?? "";
  return { uri: totpUri(secret, name, ctx.studio.name), secret: base32(secret) };
}

/**
 * Verifies a TOTP code, once.
 * @throws SecondFactorMissing, WrongCode
 */
async function takeAppCode(ctx: Ctx, db: Db, personId: string, code: string): Promise<void> {
  const factor = await findSecondFactor(db, personId);
  if (!factor) throw new SecondFactorMissing();
  const secret = Buffer.from(
    await symmetricDecrypt({ key: ctx.config.authSecret, data: factor.secret }),
    "base64",
  );
  const now = ctx.clock.now();
  const step = stepOfCode(secret, code, now);
  if (step === null || !(await acceptTimeStep(db, { personId, step, now }))) throw new WrongCode();
}

async function giveRecoveryCodes(
  ctx: Ctx,
  tx: Tx,
  { personId, place }: InPlace,
  change: "two_step_on" | "recovery_codes",
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => {
    const code = base32(randomBytes(7)).slice(0, 10);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
  const account = await findAccount(tx.db, personId);
  const hashes = codes.map((code) => hashCode(ctx, personId, code));
  await setRecoveryCodes(tx.db, { personId, hashes, now: tx.clock.now() });
  await notifyChange(tx, { personId, place }, account?.name ?? "", change);
  return codes;
}

/**
 * Enables two-factor authentication with a first code.
 * @returns recovery codes, shown only once
 * @throws RateLimited, SecondFactorMissing, SecondFactorOn, WrongCode
 */
export async function turnTwoStepsOn(
  ctx: Ctx,
  inSession: InSession & InPlace,
  code: string,
): Promise<string[]> {
  const { personId } = inSession;
  if (await hasSecondFactor(ctx, personId)) throw new SecondFactorOn();
  await consume(ctx, setupLimit, personId);
  const recoveryCodes = await ctx.transact(async (tx) => {
    await takeAppCode(ctx, tx.db, personId, code);
    return giveRecoveryCodes(ctx, tx, inSession, "two_step_on");
  });
  await resetLimit(ctx, setupLimit, personId);
  return recoveryCodes;
}

/**
 * Replaces the recovery codes.
 * @throws ConfirmationNeeded, SecondFactorMissing
 */
export async function renewRecoveryCodes(ctx: Ctx, inSession: InSession & InPlace): Promise<string[]> {
  await requireConfirmed(ctx, inSession.sessionId);
  if (!(await hasSecondFactor(ctx, inSession.personId))) throw new SecondFactorMissing();
  return ctx.transact((tx) => giveRecoveryCodes(ctx, tx, inSession, "recovery_codes"));
}

/**
 * Disables two-factor authentication. Idempotent.
 * @throws ConfirmationNeeded
 */
export async function turnTwoStepsOff(ctx: Ctx, inSession: InSession & InPlace): Promise<void> {
  await requireConfirmed(ctx, inSession.sessionId);
  const { personId } = inSession;
  const account = await findAccount(ctx.db, personId);
  await ctx.transact(async (tx) => {
    if (await deleteSecondFactor(tx.db, personId))
      await notifyChange(tx, inSession, account?.name ?? "", "two_step_off");
  });
}

const challengeShape = z.object({ personId: z.uuid(), until: z.number() });

/** Creates a signed challenge after the first step, for use with the second. */
export function challengeFor(ctx: Ctx, personId: string): string {
  const until = ctx.clock.now().getTime() + challengeMs;
  return seal(ctx.config.authSecret, "challenge", { personId, until });
}

function readChallenge(ctx: Ctx, challenge: string): string {
  const first = unseal(ctx.config.authSecret, "challenge", challenge, challengeShape);
  if (!first || first.until < ctx.clock.now().getTime()) throw new ChallengeOver();
  return first.personId;
}

/**
 * Verifies the second factor: a TOTP code or a recovery code, each once.
 * @param deviceFor the requesting browser's id, if known to the account
 * @returns the person to sign in
 * @throws ChallengeOver, RateLimited, SecondFactorMissing, WrongCode
 */
export async function takeSecondStep(
  ctx: Ctx,
  challenge: string,
  code: string,
  deviceFor: (account: AccountRow) => string | null,
): Promise<string> {
  const personId = readChallenge(ctx, challenge);
  const account = await findAccount(ctx.db, personId);
  if (!account) throw new ChallengeOver();
  const attempt = { subject: personId, device: deviceFor(account) };
  await guardAttempt(ctx, codeLimit, attempt);
  const typed = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(typed)) await takeAppCode(ctx, ctx.db, personId, typed);
  else if (!(await takeRecoveryCode(ctx.db, { personId, hash: hashCode(ctx, personId, typed) })))
    throw new WrongCode();
  await clearAttempts(ctx, codeLimit, attempt);
  return personId;
}
