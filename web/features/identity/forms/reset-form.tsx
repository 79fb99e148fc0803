import { useLingui } from "@lingui/react/macro";
import { usePageTitle } from "../../../lib/page-title.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { AccountChoice, useAccountChoice } from "../components/mailed-accounts.tsx";
import { LinkSpent } from "../components/link-spent.tsx";
import { TextField } from "../components/text-field.tsx";
import { useForm } from "../components/use-form.ts";
import { SecondStep } from "../components/second-step.tsx";
import { useSignIn } from "../components/use-sign-in.ts";
import { useMailedKey } from "../components/use-email-token.ts";

export function ResetForm() {
  const { t } = useLingui();
  usePageTitle(t`Reset your password`);
  const key = useMailedKey();
  const { signIn, challenge, restart } = useSignIn();
  const { accounts, enter } = useAccountChoice(key);
  const initial = { password: "", endOtherWaysIn: false, account: "", name: "" };
  const { submit, busy, field, optional, newPassword, formFault } = useForm(initial, (values) =>
    enter(values, async (choice) => {
      await signIn("/sign-in/new-password", {
        key: key ?? "",
        password: values.password,
        endOtherWaysIn: values.endOtherWaysIn,
        ...choice,
      });
      showToast(t`Password changed. We signed you out on all other devices.`);
    }),
  );
  const { fault: _none, ...checkbox } = optional("endOtherWaysIn");
  if (challenge) return <SecondStep challenge={challenge} signIn={signIn} restart={restart} />;
  if (!key) return <LinkSpent />;
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Reset your password`}</h1>
      <p className="muted pretty">{t`This signs you out on all other devices.`}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          {...newPassword("password")}
        />
        <div className="stack gap-1">
          <label className="opt">
            <input type="checkbox" className="check" aria-describedby="end-other-ways-in" {...checkbox} />
            {t`Also remove passkeys and linked accounts`}
          </label>
          <p className="hint" id="end-other-ways-in">
            {t`Choose this if someone else may have used your account.`}
          </p>
        </div>
        {accounts && <AccountChoice accounts={accounts} field={field} />}
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Save and sign in`}
        </Button>
      </form>
    </div>
  );
}
