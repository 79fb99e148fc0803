import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { showToast } from "../../../ui/toast.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useAccountForm } from "../parts/use-account-form.ts";

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Sign in`);
  const session = useSession();
  const { submit, busy, faultOf, next } = useAccountForm(async ({ email, password }) => {
    const classes = await session.signIn({ email, password });
    if (classes > 0)
      showToast(
        plural(classes, {
          one: "# class that you danced or saved as a guest came along.",
          other: "# classes that you danced or saved as a guest came along.",
        }),
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
        <button type="submit" className="btn btn-go btn-l btn-w" aria-busy={busy}>
          {t`Sign in`}
        </button>
      </form>
      <p className="t1 muted">
        {t`New here?`}{" "}
        <Link className="link strong" to={paths.register()} search={{ next }}>
          {t`Register`}
        </Link>
      </p>
    </div>
  );
}
