import type { Ctx } from "../../../ctx.ts";
import { RateLimited } from "../../../platform/errors.ts";
import { resetAttempts, resetLimit, tryAttempt, tryConsume } from "../../../platform/rate-limit.ts";
import type { AttemptLimit } from "../../../platform/rate-limit.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const delays = { firstDelaySeconds: 60, maxDelaySeconds: 3600, windowSeconds: 24 * 60 * 60 };
const passwordLimit: AttemptLimit = { name: "password attempts", free: 10, ...delays };
const networkLimit = { name: "password", points: 10, seconds: 15 * 60 };
/** Two-factor codes at sign-in, including recovery codes. */
export const codeLimit: AttemptLimit = { name: "code attempts", free: 5, ...delays };
export const pinLimit: AttemptLimit = { name: "PIN attempts", free: 5, ...delays, firstDelaySeconds: 30 };
/** Passwords that confirm a sensitive action within a session. */
export const confirmLimit: AttemptLimit = { name: "confirm attempts", free: 10, ...delays };

/** The subject of an attempt, and the device. */
export interface Attempt {
  /** An email or an account's id. */
  readonly subject: string;
  /** The browser's id if it is known to the account: known browsers are counted separately. */
  readonly device: string | null;
}

const keyOf = ({ subject, device }: Attempt): string =>
  device === null ? subject : `${subject} on ${device}`;

/**
 * Counts an attempt on a code or PIN.
 * @throws RateLimited while the account's attempts are delayed
 */
export async function guardAttempt(ctx: Ctx, limit: AttemptLimit, attempt: Attempt): Promise<void> {
  const wait = await tryAttempt(ctx, limit, keyOf(attempt));
  if (wait !== null) throw new RateLimited(wait);
}

/** Clears the attempts after a success. */
export const clearAttempts = (ctx: Ctx, limit: AttemptLimit, attempt: Attempt): Promise<void> =>
  resetAttempts(ctx, limit, keyOf(attempt));

/** Password attempts for an email are delayed, with or without an account. A sign-in link still works. */
class PasswordDelayed extends RateLimited {
  constructor(retryAfterSeconds: number) {
    super(retryAfterSeconds, msg("Too many attempts. Use a sign-in link, or wait and try again."), {
      alternative: "sign_in_link",
    });
  }
}

/** A password attempt for an email. `network`: in the format of `networkOf`. */
export interface PasswordAttempt extends Attempt {
  readonly network: string;
}

/**
 * Counts a password attempt by email and network, and by email over all networks with growing delays. A known
 * browser is only counted for itself, so that others' failures don't delay the owner.
 * @throws PasswordDelayed
 */
export async function guardPassword(ctx: Ctx, attempt: PasswordAttempt): Promise<void> {
  const here = attempt.device === null ? await tryConsume(ctx, networkLimit, networkKeyOf(attempt)) : null;
  // A refused attempt of one network does not delay the others.
  const wait = here ?? (await tryAttempt(ctx, passwordLimit, keyOf(attempt)));
  if (wait !== null) throw new PasswordDelayed(wait);
}

/** Clears the attempts after the right password. */
export async function clearPasswordAttempts(ctx: Ctx, attempt: PasswordAttempt): Promise<void> {
  await clearAttempts(ctx, passwordLimit, attempt);
  if (attempt.device === null) await resetLimit(ctx, networkLimit, networkKeyOf(attempt));
}

const networkKeyOf = ({ network, subject }: PasswordAttempt): string => `${network} ${subject}`;
