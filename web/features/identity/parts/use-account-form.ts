import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { useState, type FormEvent } from "react";
import { SessionError } from "../../../graphql/session.ts";
import { safeReturnPath } from "../../../lib/paths.ts";

export type AccountFault = { field: "name" | "email" | "password" | null; text: string };

/** Sends a form about an account once at a time, shows what was wrong beside its field, and goes back to where one was going. */
export function useAccountForm(
  send: (values: { name: string; email: string; password: string }) => Promise<void>,
) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: string };
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AccountFault | null>(null);
  const texts: Record<string, AccountFault> = {
    INVALID_EMAIL_OR_PASSWORD: {
      field: "password",
      text: t`This address and password don’t belong together. Check both.`,
    },
    INVALID_EMAIL: { field: "email", text: t`This isn’t an e-mail address.` },
    PASSWORD_TOO_SHORT: { field: "password", text: t`Eight characters at least.` },
    USER_ALREADY_EXISTS: { field: "email", text: t`This address has an account already. Sign in instead.` },
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
      field: "email",
      text: t`This address has an account already. Sign in instead.`,
    },
    RATE_LIMITED: { field: null, text: t`That was often. Wait a few minutes, then try again.` },
    NETWORK: { field: null, text: t`The studio can’t be reached. What you typed is still here.` },
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string): string => String(values.get(name) ?? "");
    setBusy(true);
    setFault(null);
    try {
      await send({ name: text("name").trim(), email: text("email").trim(), password: text("password") });
      await navigate({ href: safeReturnPath(next, location.origin) });
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      const shown = texts[error.code] ?? {
        field: null,
        text: t`That didn’t work, and the fault is ours. Try once more.`,
      };
      setFault(shown);
      if (shown.field) form.querySelector<HTMLInputElement>(`[name="${shown.field}"]`)?.focus();
    } finally {
      setBusy(false);
    }
  };
  return {
    submit,
    busy,
    faultOf: (field: AccountFault["field"]) => (fault?.field === field ? fault.text : undefined),
    next,
  };
}
