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
  const { submit, busy, faultOf } = useForm((valueOf) =>
    signIn("/sign-in/code", { challenge, code: valueOf("code") }),
  );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`One more step`}</h1>
      <p className="muted pretty">
        {byRecovery
          ? t`Give one of the recovery codes that you put away. Each works once.`
          : t`Give the six digits that your app shows now.`}
      </p>
      <form className="stack" key={String(byRecovery)} onSubmit={(event) => void submit(event)}>
        {byRecovery ? (
          <TextField
            label={t`Recovery code`}
            name="code"
            autoComplete="off"
            fault={faultOf("code")}
            autoFocus
          />
        ) : (
          <TextField
            label={t`Code`}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            fault={faultOf("code")}
            autoFocus
          />
        )}
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Sign in`}
        </Button>
      </form>
      <p className="row wrap">
        <Button tone="text" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? t`Use the app’s code` : t`The app is gone: use a recovery code`}
        </Button>
        <Button tone="text" onClick={restart}>
          {t`Begin again`}
        </Button>
      </p>
    </div>
  );
}
