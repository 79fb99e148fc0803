import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { LinkSpent } from "../components/link-spent.tsx";
import { AccountName, useMailedLink } from "../components/mailed-accounts.tsx";
import type { MailedLink } from "../components/mailed-accounts.tsx";
import { TextField } from "../components/text-field.tsx";
import { useFaultTexts } from "../components/fault-texts.ts";
import { useForm } from "../components/use-form.ts";
import { useMailedKey } from "../components/use-email-token.ts";

/**
 * Target of verification emails. The address is verified for the signed-in account, or for the one whose
 * password is entered.
 * It requires a press, like every link that changes something.
 */
export function VerifyForm() {
  const { t } = useLingui();
  usePageTitle(t`Confirm your email`);
  const key = useMailedKey();
  const { link, retry } = useMailedLink(key);
  const textOf = useFaultTexts();
  if (!key) return <LinkSpent />;
  if (link === "loading")
    return (
      <div className="page form-page">
        <h1 className="d1 d1-page">{t`Confirm your email`}</h1>
        <Skeleton label={t`Loading account`} className="stack">
          <TextSkeleton className="t3 w-3/4" />
          <TextSkeleton className="t3 w-1/2" />
        </Skeleton>
      </div>
    );
  if (link instanceof SessionError) {
    if (link.code === "KEY_SPENT") return <LinkSpent />;
    return (
      <div className="page form-page">
        <EmptyState
          page
          title={t`Couldn’t load account`}
          action={<Button onClick={retry}>{t`Try again`}</Button>}
        >
          {textOf(link.code).text}
        </EmptyState>
      </div>
    );
  }
  if (link.accounts.length === 0) return <LinkSpent />;
  return <Confirmation link={link} mailedKey={key} readAgain={retry} />;
}

function Confirmation({
  link,
  mailedKey,
  readAgain,
}: {
  link: MailedLink;
  mailedKey: string;
  readAgain: () => void;
}) {
  const { t } = useLingui();
  const session = useSession();
  const { email, accounts } = link;
  const currentAccount = accounts.find(({ isHere }) => isHere);
  const [done, setDone] = useState(false);
  const { submit, busy, field, formFault } = useForm({ current: "" }, async ({ current }) => {
    try {
      await session.ask("/prove-address", { key: mailedKey, password: current || null });
      setDone(true);
    } catch (error) {
      // Signed out in the meantime: the password is required.
      if (!(error instanceof SessionError && error.code === "PASSWORD_NEEDED")) throw error;
      readAgain();
    }
  });
  if (done)
    return (
      <div className="page form-page" role="status">
        <h1 className="d1 d1-page">{t`Email confirmed`}</h1>
        <p className="muted pretty">{t`${email} now belongs to your account. You can always use it to sign in.`}</p>
        <p>
          <Link className="btn btn-go" to={currentAccount ? paths.dashboard() : paths.login()}>
            {currentAccount ? t`Go to Today` : t`Sign in`}
          </Link>
        </p>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Confirm your email`}</h1>
      <p className="pretty wrap-anywhere">
        {currentAccount ? t`${email} will belong to this account.` : t`${email} isn’t confirmed yet.`}
      </p>
      <ul className="account-names">
        {(currentAccount ? [currentAccount] : accounts).map((account) => (
          <li key={account.id}>
            <AccountName account={account} />
          </li>
        ))}
      </ul>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {!currentAccount && (
          <TextField
            label={t`Password`}
            type="password"
            autoComplete="current-password"
            hint={t`Enter the password of your account.`}
            {...field("current")}
          />
        )}
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Confirm email`}
        </Button>
      </form>
      <p className="muted pretty">
        {t`Didn’t create this account? Close this page.`}{" "}
        {!currentAccount && (
          <Link className="link strong" to={paths.forgot()}>
            {t`Sign in by email instead`}
          </Link>
        )}
      </p>
    </div>
  );
}
