import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";
import type { useSignIn } from "./use-sign-in.ts";

/** The second factor of signing in: a TOTP code or a recovery code. */
export function SecondStep({
  challenge,
  signIn,
  restart,
}: Pick<ReturnType<typeof useSignIn>, "signIn" | "restart"> & { challenge: string }) {
  const { t } = useLingui();
  const [byRecovery, setByRecovery] = useState(false);
  const { form, submit, busy, field, formFault } = useForm({ code: "" }, ({ code }) =>
    signIn("/sign-in/code", { challenge, code }),
  );
  const change = (): void => {
    form.reset();
    setByRecovery(!byRecovery);
  };
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Two-step verification`}</h1>
      <p className="muted pretty">
        {byRecovery
          ? t`Enter one of your recovery codes. Each works once.`
          : t`Enter the 6-digit code from your app.`}
      </p>
      <form className="stack" key={String(byRecovery)} noValidate onSubmit={(event) => void submit(event)}>
        {byRecovery ? (
          <TextField label={t`Recovery code`} autoComplete="off" autoFocus {...field("code")} />
        ) : (
          <TextField
            label={t`Code`}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            {...field("code")}
          />
        )}
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Sign in`}
        </Button>
      </form>
      <p className="row wrap">
        <Button tone="text" onClick={change}>
          {byRecovery ? t`Use your authenticator app` : t`Use a recovery code`}
        </Button>
        <Button tone="text" onClick={restart}>
          {t`Start over`}
        </Button>
      </p>
    </div>
  );
}
