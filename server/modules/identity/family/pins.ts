import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { keyedHash } from "../../../platform/signature.ts";
import { clearAttempts, guardAttempt, pinLimit } from "../sign-in/attempts.ts";
import { PinNeeded, WrongPin } from "../errors.ts";
import { hashPassword, isOutdated, isPasswordRight } from "../sign-in/password-hashes.ts";
import { findPinHash, replacePinHash, savePinHash } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const form = /^\d{4,6}$/;

/** A PIN is soon guessed from a hash alone. Peppered with our secret, a stolen database does not suffice. */
const peppered = (ctx: Ctx, pin: string) => keyedHash(ctx.config.authSecret, `pin ${pin}`);

export const hasPin = async (ctx: Ctx, accountId: string): Promise<boolean> =>
  (await findPinHash(ctx.db, accountId)) !== null;

/**
 * Hashes a new PIN, outside a transaction since hashing is slow.
 * @throws BadInput unless it has 4 to 6 digits
 */
export async function hashPin(ctx: Ctx, pin: string): Promise<string> {
  if (!form.test(pin)) throw new BadInput("pin", msg("Enter 4 to 6 digits."));
  return hashPassword(ctx.config.passwordCost, peppered(ctx, pin));
}

/**
 * Verifies the account's PIN. After five failures attempts are delayed; signing in again allows a new PIN.
 * @throws PinNeeded, RateLimited, WrongPin
 */
export async function checkPin(
  ctx: Ctx,
  accountId: string,
  pin: string | null,
  field = "pin",
): Promise<void> {
  if (pin === null) throw new PinNeeded();
  const attempt = { subject: accountId, device: null };
  await guardAttempt(ctx, pinLimit, attempt);
  const hash = await findPinHash(ctx.db, accountId);
  const { passwordCost } = ctx.config;
  if (!hash || !(await isPasswordRight(passwordCost, hash, peppered(ctx, pin)))) throw new WrongPin(field);
  if (isOutdated(passwordCost, hash))
    await replacePinHash(ctx.db, {
      accountId,
      hash,
      newHash: await hashPassword(passwordCost, peppered(ctx, pin)),
    });
  await clearAttempts(ctx, pinLimit, attempt);
}

/** Stores a PIN hashed by `hashPin`. */
export const storePin = (ctx: Pick<Ctx, "db" | "clock">, accountId: string, hash: string): Promise<void> =>
  savePinHash(ctx.db, { accountId, hash, now: ctx.clock.now() });
