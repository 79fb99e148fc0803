import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../components/text-field.tsx";
import { useForm } from "../components/use-form.ts";
import { useSignIn } from "../components/use-sign-in.ts";

/**
 * Two ways to sign in without a password, both by email. The response is the same whether or not the address
 * has an account.
 */
export function ForgotForm() {
  const { t } = useLingui();
  usePageTitle(t`Sign in with an email link`);
  const session = useSession();
  const { next } = useSignIn();
  const [sent, setSent] = useState<{ email: string; purpose: string } | null>(null);
  const form = useForm({ email: "" }, async (values, purpose) => {
    const email = values.email.trim();
    await session.ask("/send-link", { email, purpose });
    setSent({ email, purpose });
  });
  if (sent)
    return (
      <div className="page form-page" role="status">
        <h1 className="d1 d1-page">{t`Check your email`}</h1>
        <p className="muted pretty">
          {sent.purpose === "reset"
            ? t`We sent a link to ${sent.email}. It expires in 1 hour.`
            : t`We sent a link to ${sent.email}. It expires in 15 minutes.`}
        </p>
        <p className="muted pretty">{t`No email? Check your spam folder, or the address you typed.`}</p>
        <p className="row wrap">
          <Button onClick={() => setSent(null)}>{t`Use a different email`}</Button>
        </p>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign in with an email link`}</h1>
      <p className="muted pretty">{t`We’ll email you a link to sign in or reset your password.`}</p>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <TextField label={t`Email`} type="email" autoComplete="username" {...form.email("email")} />
        <p role="alert" className="hint hint-bad">
          {form.formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={form.busy} name="purpose" value="sign_in">
          {t`Email me a sign-in link`}
        </Button>
        <Button type="submit" size="l" wide busy={form.busy} name="purpose" value="reset">
          {t`Reset password`}
        </Button>
      </form>
      <p className="t1 muted">
        <Link className="link strong" to={paths.login()} search={{ next }}>
          {t`Use my password`}
        </Link>
      </p>
    </div>
  );
}
