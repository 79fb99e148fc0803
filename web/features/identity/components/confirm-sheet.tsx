import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

/** Asks for the password before a sensitive action. */
export function ConfirmSheet({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const currentPath = useLocation({ select: ({ pathname }) => pathname });
  const { submit, busy, field, formFault } = useForm({ current: "" }, async ({ current }) => {
    await session.ask("/confirm", { password: current });
    onConfirmed();
  });
  return (
    <Sheet title={t`Confirm it’s you`} closeLabel={t`Close`} onClose={onClose}>
      <p className="muted pretty">{t`Enter your password to continue. We’ll remember for 15 minutes.`}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Your password`}
          type="password"
          autoComplete="current-password"
          {...field("current")}
        />
        <p role="alert" className="hint hint-bad">
          {formFault}
        </p>
        <Button type="submit" tone="go" wide busy={busy}>
          {t`Go on`}
        </Button>
      </form>
      <p className="t1 muted">
        {t`No password?`}{" "}
        <Link className="link strong" to={paths.forgot()} search={{ next: currentPath }}>
          {t`Email me a link`}
        </Link>
      </p>
    </Sheet>
  );
}
