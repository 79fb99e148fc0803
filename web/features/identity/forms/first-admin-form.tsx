import { useLingui } from "@lingui/react/macro";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../components/text-field.tsx";

const BecomeFirstAdmin = graphql(`
  mutation BecomeFirstAdmin($code: String!) {
    becomeFirstAdmin(code: $code)
  }
`);

/** Where a new studio's owner enters the code that the server printed at its start. */
export function FirstAdminForm() {
  const { t } = useLingui();
  usePageTitle(t`First admin`);
  const session = useSessionState();
  const isMember = session.status === "ready" && !session.isAnonymous;
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`First admin`}</h1>
      {isMember ? <CodeForm /> : <SignUpFirst />}
    </div>
  );
}

function SignUpFirst() {
  const { t } = useLingui();
  return (
    <>
      <p className="pretty">{t`You need an account. Sign up, confirm your email, and open this page again.`}</p>
      <p className="row wrap gap-4">
        <Link className="btn btn-go" to={paths.register()}>
          {t`Sign up`}
        </Link>
        <Link className="btn" to={paths.login()}>
          {t`Sign in`}
        </Link>
      </p>
    </>
  );
}

function CodeForm() {
  const { t } = useLingui();
  const [, send] = useMutation(BecomeFirstAdmin);
  const faults: Record<string, string> = {
    FIRST_ADMIN_CODE_INVALID: t`This code is wrong or expired. Restart the server for a new one.`,
    FIRST_ADMIN_EXISTS: t`This studio already has an admin. Ask them for a role.`,
    EMAIL_UNVERIFIED: t`Confirm your email first. Open the link that we sent you.`,
    RATE_LIMITED: t`Too many attempts. Wait an hour.`,
  };
  const { submit, busy, field, formFault } = useServerForm<{ code: string }>({
    defaultValues: { code: "" },
    send: async ({ code }) => {
      const { error } = await send({ code });
      if (error) throw error;
      // A page load gets a token with the new role.
      location.assign(paths.studioOpening());
    },
    faultOf: (error) =>
      isCombinedError(error)
        ? { field: "code", text: faults[codeOf(error)] ?? t`Couldn’t check the code. Try again.` }
        : null,
  });
  return (
    <>
      <p className="pretty">
        {t`The server printed a code when it started. Enter it to become the admin of this studio.`}
      </p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Code`}
          autoComplete="one-time-code"
          hint={t`It works once, for an hour.`}
          {...field("code", { required: t`Fill in this field.` })}
        />
        <p role="alert" className="hint hint-bad empty:hidden">
          {formFault}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Become admin`}
        </Button>
      </form>
    </>
  );
}
