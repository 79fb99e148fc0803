import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useArrival } from "../parts/use-arrival.ts";
import { useForm } from "../parts/use-form.ts";

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Sign in`);
  const session = useSession();
  const { next, arrive } = useArrival();
  const { submit, busy, faultOf } = useForm(async (valueOf) => {
    await arrive(
      await session.signIn("email", { email: valueOf("email").trim(), password: valueOf("password") }),
    );
  });
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign in`}</h1>
      <p className="muted pretty">{t`Your classes, your places in them, your list: as you left them.`}</p>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="username"
          fault={faultOf("email")}
        />
        <TextField
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faultOf("password")}
        />
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Sign in`}
        </Button>
      </form>
      <p className="t1 muted">
        <Link className="link strong" to={paths.forgot()} search={{ next }}>
          {t`Sign in without a password`}
        </Link>
      </p>
      <p className="t1 muted">
        {t`New here?`}{" "}
        <Link className="link strong" to={paths.register()} search={{ next }}>
          {t`Register`}
        </Link>
      </p>
    </div>
  );
}
