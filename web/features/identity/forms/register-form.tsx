import { useLingui } from "@lingui/react/macro";
import { Link } from "../../../lib/router/index.ts";
import { lazy, Suspense } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ProviderButtons } from "../components/provider-buttons.tsx";
import { TextField } from "../components/text-field.tsx";
import { useForm } from "../components/use-form.ts";
import { useSignIn } from "../components/use-sign-in.ts";

// Lazy: only shown after a payment.
const PaidNotice = lazy(async () => ({
  default: (await import("../../billing/public/paid-notice.tsx")).PaidNotice,
}));

export function RegisterForm() {
  const { t } = useLingui();
  usePageTitle(t`Sign up`);
  const session = useSession();
  const { next, arrive } = useSignIn();
  const initial = { name: "", email: "", password: "" };
  const form = useForm(initial, async ({ name, email: typed, password }) => {
    const email = typed.trim();
    try {
      await session.register({ name: name.trim(), email, password });
      showToast(t`Welcome! We sent an email to ${email}. Confirm it so you never lose access.`);
    } catch (error) {
      // Another tab of this browser registered first.
      if (!(error instanceof SessionError) || error.code !== "ALREADY_REGISTERED") throw error;
    }
    await arrive();
  });
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Sign up`}</h1>
      <p className="muted pretty">{t`Your progress comes with you.`}</p>
      {next?.startsWith(paths.survey()) && (
        <Suspense>
          <PaidNotice />
        </Suspense>
      )}
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <TextField label={t`Name`} autoComplete="name" {...form.field("name")} />
        <TextField label={t`Email`} type="email" autoComplete="username" {...form.email("email")} />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          {...form.newPassword("password")}
        />
        <p role="alert" className="hint hint-bad">
          {form.formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={form.busy}>
          {t`Sign up`}
        </Button>
      </form>
      <ProviderButtons next={next} />
      <p className="t1 muted">
        {t`Already have an account?`}{" "}
        <Link className="link strong" to={paths.login()} search={{ next }}>
          {t`Sign in`}
        </Link>
      </p>
    </div>
  );
}
