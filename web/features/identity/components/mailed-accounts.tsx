import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { TextField } from "./text-field.tsx";

/** An account that an email link may be for. */
export type MailedAccount = {
  id: string;
  name: string;
  signedUpAt: string;
  isHere: boolean;
  hasFamily: boolean;
};
/** The server's answer about an email link. */
export type MailedLink = { email: string; accounts: readonly MailedAccount[] };
type Choice = { account?: string; name?: string };

const maxName = 80;

/**
 * Fetches the data of an email link without consuming its token.
 * @throws SessionError
 */
function useReadMailedLink(key: string | null): () => Promise<MailedLink> {
  const session = useSession();
  return async () => (await session.ask("/mailed-link", { key })) as unknown as MailedLink;
}

/** Data of an email link; until then "loading" or the error. `retry` fetches again. */
export function useMailedLink(key: string | null) {
  const read = useReadMailedLink(key);
  const [link, setLink] = useState<MailedLink | SessionError | "loading">("loading");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: MailedLink | SessionError) => {
      if (isCurrent) setLink(found);
    };
    if (key)
      void read().then(show, (error: unknown) => {
        if (!(error instanceof SessionError)) throw error;
        show(error);
      });
    return () => {
      isCurrent = false;
    };
    // `read` changes on every render; the token and the attempt trigger the fetch.
  }, [key, attempt]);
  const retry = (): void => {
    setLink("loading");
    setAttempt(attempt + 1);
  };
  return { link, retry };
}

/**
 * Signs in by an email link. While no account has verified the address, the server asks which account the
 * link is for.
 * `accounts` then holds the choices, for `AccountChoice` in the same form.
 */
export function useAccountChoice(key: string | null) {
  const read = useReadMailedLink(key);
  const [accounts, setAccounts] = useState<readonly MailedAccount[] | null>(null);
  const enter = async (
    values: { account: string; name: string },
    send: (choice: Choice) => Promise<void>,
  ): Promise<void> => {
    const { account } = values;
    const name = values.name.trim().slice(0, maxName);
    try {
      await send(account ? { account, ...(name ? { name } : {}) } : {});
    } catch (error) {
      if (!(error instanceof SessionError && error.code === "CHOOSE_ACCOUNT")) throw error;
      setAccounts((await read()).accounts);
    }
  };
  return { accounts, enter };
}

/** Asks which account an email link is for. */
export function AccountChoice({
  accounts,
  field,
}: {
  accounts: readonly MailedAccount[];
  /** Registers a field that must be filled in. */
  field: (name: "account" | "name") => FieldProps;
}) {
  const { t } = useLingui();
  const [account, setAccount] = useState<string | null>(null);
  const { fault: choiceFault, ...choice } = field("account");
  const claimed = accounts.find(({ id, isHere }) => id === account && !isHere);
  return (
    <>
      <fieldset className="stack gap-2" aria-describedby="account-choice account-choice-fault">
        <legend className="lab">{t`Which account is yours?`}</legend>
        <p className="hint" id="account-choice">
          {t`This email isn’t confirmed yet. Someone else may have used it. Choose only an account that you created.`}
        </p>
        {[...accounts, null].map((one) => (
          <label className="opt" key={one?.id ?? "new"}>
            <input
              className="radio"
              type="radio"
              value={one?.id ?? "new"}
              aria-invalid={choiceFault ? true : undefined}
              {...choice}
              onChange={(event) => {
                setAccount(event.target.value);
                void choice.onChange(event);
              }}
            />
            {one ? <AccountName account={one} /> : t`None of these. Create a new account.`}
          </label>
        ))}
      </fieldset>
      {choiceFault && (
        <p className="hint hint-bad" id="account-choice-fault">
          {choiceFault}
        </p>
      )}
      {account === "new" && <TextField label={t`Name`} autoComplete="name" {...field("name")} />}
      {claimed && (
        <p className="hint" role="status">
          {t`All other devices will be signed out. Passkeys and linked accounts will be removed.`}
          {claimed.hasFamily && (
            <>
              {" "}
              {t`Family profiles will be deleted with their progress. To keep them, open this link where you’re signed in to this account.`}
            </>
          )}
        </p>
      )}
    </>
  );
}

/** An account's name and sign-up day. */
export function AccountName({ account }: { account: MailedAccount }) {
  const { t } = useLingui();
  const date = formatMonthDayYear(new Date(account.signedUpAt));
  return (
    <span className="account-name">
      <bdi className="strong">{account.name}</bdi> <span className="muted">{t`Signed up ${date}`}</span>
    </span>
  );
}
