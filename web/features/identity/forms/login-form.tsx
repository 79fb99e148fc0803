import { useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../components/text-field.tsx";
import { ProviderButtons } from "../components/provider-buttons.tsx";
import { SecondStep } from "../components/second-step.tsx";
import { useForm } from "../components/use-form.ts";
import { useSignIn } from "../components/use-sign-in.ts";

export function LoginForm() {
  const { t } = useLingui();
  usePageTitle(t`Sign in`);
  const session = useSession();
  const { next, signIn, challenge, restart } = useSignIn();
  const [isDelayed, setIsDelayed] = useState(false);
  const initial = { email: "", password: "" };
  const { submit, busy, email, field, formFault } = useForm(initial, async (values, pressed) => {
    setIsDelayed(false);
    if (pressed !== "passkey") {
      return signIn("/sign-in/email", { ...values, email: values.email.trim() }).catch((error: unknown) => {
        if (!(error instanceof SessionError) || error.code !== "RATE_LIMITED") throw error;
        setIsDelayed(true);
      });
    }
    const { showPasskey } = await import("../components/passkey.ts");
    await signIn("/passkey/verify-authentication", await showPasskey(session));
  });
  if (challenge) return <SecondStep challenge={challenge} signIn={signIn} restart={restart} />;
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign in`}</h1>
      <p className="muted pretty">{t`Pick up where you left off.`}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={t`Email`} type="email" autoComplete="username" {...email("email")} />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          {...field("password")}
        />
        <p role="alert" className="hint hint-bad">
          {isDelayed ? t`Too many attempts. Use a sign-in link instead, or try again later.` : formFault}
        </p>
        {isDelayed && (
          <Link className="btn btn-line btn-l btn-w" to={paths.forgot()} search={{ next }}>
            {t`Use a sign-in link`}
          </Link>
        )}
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Sign in`}
        </Button>
        {"PublicKeyCredential" in globalThis && (
          <Button
            type="submit"
            formNoValidate
            size="l"
            wide
            busy={busy}
            name="way"
            value="passkey"
            icon={KeyRound}
          >
            {t`Sign in with a passkey`}
          </Button>
        )}
      </form>
      <ProviderButtons next={next} />
      <p className="t1 muted">
        <Link className="link strong" to={paths.forgot()} search={{ next }}>
          {t`Sign in with an email link`}
        </Link>
      </p>
      <p className="t1 muted">
        {t`New here?`}{" "}
        <Link className="link strong" to={paths.register()} search={{ next }}>
          {t`Sign up`}
        </Link>
      </p>
    </div>
  );
}
