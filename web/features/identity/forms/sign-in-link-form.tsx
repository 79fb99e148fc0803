import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { Button } from "../../../ui/button.tsx";
import { AccountChoice, useAccountChoice } from "../components/mailed-accounts.tsx";
import { LinkSpent } from "../components/link-spent.tsx";
import { useForm } from "../components/use-form.ts";
import { SecondStep } from "../components/second-step.tsx";
import { useSignIn } from "../components/use-sign-in.ts";
import { useMailedKey } from "../components/use-email-token.ts";

/** Target of sign-in links. It requires a press: mail scanners open links, but press nothing. */
export function SignInLinkForm() {
  const { t } = useLingui();
  usePageTitle(t`Sign in`);
  const key = useMailedKey();
  const { signIn, challenge, restart } = useSignIn();
  const { accounts, enter } = useAccountChoice(key);
  const initial = { account: "", name: "" };
  const { submit, busy, field, formFault } = useForm(initial, (values) =>
    enter(values, (choice) => signIn("/sign-in/link", { key: key ?? "", ...choice })),
  );
  if (challenge) return <SecondStep challenge={challenge} signIn={signIn} restart={restart} />;
  if (!key) return <LinkSpent />;
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign in`}</h1>
      {!accounts && <p className="muted pretty">{t`You’ll be signed in on this device.`}</p>}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {accounts && <AccountChoice accounts={accounts} field={field} />}
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Sign in`}
        </Button>
      </form>
    </div>
  );
}
