import { useLingui } from "@lingui/react/macro";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** Message of each error code. */
export function useFaultTexts(): (code: string) => Fault {
  const { t } = useLingui();
  const texts: Record<string, Fault> = {
    INVALID_EMAIL_OR_PASSWORD: {
      field: "password",
      text: t`Wrong email or password.`,
    },
    INVALID_EMAIL: { field: "email", text: t`Enter a valid email address.` },
    PASSWORD_TOO_SHORT: { field: "password", text: t`Use at least 8 characters.` },
    PASSWORD_TOO_LONG: { field: "password", text: t`Use 128 characters or fewer.` },
    PASSWORD_COMMON: {
      field: "password",
      text: t`This password is easy to guess. Try three or four unrelated words.`,
    },
    WRONG_PASSWORD: { field: "current", text: t`Wrong password.` },
    WRONG_CODE: { field: "code", text: t`That code is wrong or already used.` },
    CHALLENGE_OVER: { field: null, text: t`Your session timed out. Sign in again.` },
    PASSKEY_KNOWN: { field: null, text: t`This device already has a passkey.` },
    PASSKEY_NOT_FOUND: { field: null, text: t`This passkey was removed. Sign in another way.` },
    PROVIDER_TAKEN: { field: null, text: t`That account is linked to another account here.` },
    PROVIDER_FAILED: {
      field: null,
      text: t`Sign-in failed. Try again, or use another method.`,
    },
    ADDRESS_TAKEN: {
      field: null,
      text: t`This email belongs to another account. Sign in to that one.`,
    },
    PIN_MISSING: { field: null, text: t`Set an adult PIN in settings first.` },
    KEY_SPENT: { field: null, text: t`This link has expired. Request a new one.` },
    BANNED: { field: null, text: t`This account is suspended. See the email we sent for details.` },
    WRONG_PIN: { field: "pin", text: t`Wrong PIN.` },
    BAD_PIN: { field: "pin", text: t`Enter 4 to 6 digits.` },
    BAD_NAME: {
      field: "name",
      text: t`Use 1 to 40 characters, with a letter or number and no web address.`,
    },
    // The name is the only field of these forms that can be rejected with this code.
    BAD_INPUT: {
      field: "name",
      text: t`Use 1 to 80 characters, with a letter or number and no web address.`,
    },
    PAN_REJECTED: { field: "name", text: t`That looks like a card number. Enter a name.` },
    FAMILY_FULL: { field: null, text: t`You’ve reached 6 profiles. Remove one first.` },
    RATE_LIMITED: { field: null, text: t`Too many attempts. Try again in a few minutes.` },
    NETWORK: { field: null, text: t`Can’t connect. Your entries are still here.` },
  };
  return (code) => texts[code] ?? { field: null, text: t`Something went wrong on our end. Try again.` };
}
