import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { TextField } from "../parts/text-field.tsx";
import { useAccountForm } from "../parts/use-account-form.ts";

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Register`);
  const session = useSession();
  const { submit, busy, faultOf, next } = useAccountForm((person) => session.register(person));
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Register`}</h1>
      <p className="muted pretty">{t`What you have danced and saved so far stays yours.`}</p>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField label={t`Name`} name="name" autoComplete="name" fault={faultOf("name")} />
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
          autoComplete="new-password"
          minLength={8}
          hint={t`Eight characters at least`}
          fault={faultOf("password")}
        />
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <button type="submit" className="btn btn-go btn-l btn-w" aria-busy={busy}>
          {t`Register`}
        </button>
      </form>
      <p className="t1 muted">
        {t`Been here before?`}{" "}
        <Link className="link strong" to={paths.login()} search={{ next }}>
          {t`Sign in`}
        </Link>
      </p>
    </div>
  );
}
