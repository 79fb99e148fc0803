import { useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { SessionError } from "../../../graphql/session.ts";

/** An error of the field with this name; null: of the whole form. */
export type Fault = { field: string | null; text: string };

/** Message of each error code. */
export function useFaultTexts(): (code: string) => Fault {
  const { t } = useLingui();
  const texts: Record<string, Fault> = {
    INVALID_EMAIL_OR_PASSWORD: {
      field: "password",
      text: t`This address and password don’t belong together. Check both.`,
    },
    INVALID_EMAIL: { field: "email", text: t`This isn’t an e-mail address.` },
    PASSWORD_TOO_SHORT: { field: "password", text: t`Eight characters at least.` },
    PASSWORD_TOO_LONG: { field: "password", text: t`128 characters at most.` },
    PASSWORD_COMMON: {
      field: "password",
      text: t`This one is easily guessed. Three or four words that don’t belong together are hard to guess, and easy to keep.`,
    },
    WRONG_PASSWORD: { field: "current", text: t`This isn’t your password.` },
    WRONG_CODE: { field: "code", text: t`This code isn’t right, or was used already. Each works once.` },
    CHALLENGE_OVER: { field: null, text: t`That took a while. Begin again with the password.` },
    PASSKEY_KNOWN: { field: null, text: t`This device has a passkey for you already.` },
    PASSKEY_NOT_FOUND: { field: null, text: t`This passkey isn’t known here any more. Sign in another way.` },
    PROVIDER_TAKEN: { field: null, text: t`That account opens another one here. Disconnect it there first.` },
    PROVIDER_FAILED: {
      field: null,
      text: t`Signing in by that account didn’t work out. Try again, or another way.`,
    },
    ADDRESS_TAKEN: {
      field: null,
      text: t`This address belongs to another account by now. Sign in to that one.`,
    },
    PIN_MISSING: { field: null, text: t`Set an adult PIN in settings first.` },
    KEY_SPENT: { field: null, text: t`This link was used already, or is too old. Ask for a new one.` },
    BANNED: { field: null, text: t`The studio closed this account. A mail told you why, and for how long.` },
    WRONG_PIN: { field: "pin", text: t`This isn’t the PIN.` },
    BAD_PIN: { field: "pin", text: t`A PIN has four to six digits.` },
    BAD_NAME: {
      field: "name",
      text: t`Use 1 to 40 characters, with a letter or number and no web address.`,
    },
    // The name is the only field of these forms that can be rejected with this code.
    BAD_INPUT: {
      field: "name",
      text: t`Use 1 to 80 characters, with a letter or number and no web address.`,
    },
    PAN_REJECTED: { field: "name", text: t`That looks like a card number. A name will do.` },
    FAMILY_FULL: { field: null, text: t`A family has six profiles beside yours. Remove one first.` },
    RATE_LIMITED: { field: null, text: t`That was often. Wait a few minutes, then try again.` },
    NETWORK: { field: null, text: t`The studio can’t be reached. What you typed is still here.` },
  };
  return (code) =>
    texts[code] ?? { field: null, text: t`That didn’t work, and the fault is ours. Try once more.` };
}

/**
 * Submits a form, one request at a time, with the pressed button's value. Shows errors next to their fields;
 * input is preserved.
 */
export function useForm(send: (valueOf: (name: string) => string, form: HTMLFormElement) => Promise<void>) {
  const faultTextOf = useFaultTexts();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
    setBusy(true);
    setFault(null);
    try {
      await send((name) => {
        const value = values.get(name);
        return typeof value === "string" ? value : "";
      }, form);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      if (error.code === "CANCELED") return;
      const shown = faultTextOf(error.code);
      const input = shown.field && form.querySelector<HTMLInputElement>(`[name="${shown.field}"]`);
      setFault(input ? shown : { field: null, text: shown.text });
      if (input) input.focus();
    } finally {
      setBusy(false);
    }
  };
  return {
    submit,
    busy,
    faultOf: (field: string | null) => (fault?.field === field ? fault.text : undefined),
  };
}
