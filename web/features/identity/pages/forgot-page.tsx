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
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Sign in without a password`);
  const session = useSession();
  const { next } = useSignIn();
  const [sent, setSent] = useState<{ email: string; purpose: string } | null>(null);
  const { submit, busy, faultOf } = useForm(async (valueOf) => {
    const email = valueOf("email").trim();
    const purpose = valueOf("purpose");
    await session.ask("/send-link", { email, purpose });
    setSent({ email, purpose });
  });
  if (sent)
    return (
      <div className="page form-page" role="status">
        <h1 className="d1 d1-page">{t`Look into your mailbox`}</h1>
        <p className="muted pretty">
          {sent.purpose === "reset"
            ? t`A letter is on its way to ${sent.email}. Its link works for an hour.`
            : t`A letter is on its way to ${sent.email}. Its link works for 15 minutes.`}
        </p>
        <p className="muted pretty">{t`Nothing there? Look among unwanted mail, or check the address.`}</p>
        <p className="row wrap">
          <Button onClick={() => setSent(null)}>{t`Try another address`}</Button>
        </p>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign in without a password`}</h1>
      <p className="muted pretty">{t`We write you a letter with a link. It signs you in, or lets you choose a new password.`}</p>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="username"
          fault={faultOf("email")}
        />
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy} name="purpose" value="sign_in">
          {t`Send me a link to sign in`}
        </Button>
        <Button type="submit" size="l" wide busy={busy} name="purpose" value="reset">
          {t`Choose a new password`}
        </Button>
      </form>
      <p className="t1 muted">
        <Link className="link strong" to={paths.login()} search={{ next }}>
          {t`Back to the password`}
        </Link>
      </p>
    </div>
  );
}
