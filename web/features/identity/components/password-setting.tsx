import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

/** Changes the password or sets the first one. */
export function PasswordSetting({
  hasPassword,
  confirmed,
  onChanged,
}: {
  hasPassword: boolean;
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const session = useSession();
  const [open, setOpen] = useState(false);
  const { submit, busy, faultOf } = useForm(async (valueOf) => {
    const change = { current: valueOf("current"), password: valueOf("password") };
    await confirmed(() => session.ask("/new-password", change));
    setOpen(false);
    showToast(t`Password changed. We signed you out on all other devices.`);
    onChanged();
  });
  return (
    <Setting
      title={t`Password`}
      action={
        <Button size="s" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Leave it` : hasPassword ? t`Change password` : t`Choose a password`}
        </Button>
      }
    >
      {!open && (
        <p className="muted pretty">
          {hasPassword ? t`Password set.` : t`No password. You sign in with an email link.`}
        </p>
      )}
      {open && (
        <form className="stack" onSubmit={(event) => void submit(event)}>
          {hasPassword && (
            <TextField
              label={t`Current password`}
              name="current"
              type="password"
              autoComplete="current-password"
              fault={faultOf("current")}
            />
          )}
          <TextField
            label={t`New password`}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={8}
            hint={t`At least 8 characters. We’ll sign you out on other devices.`}
            fault={faultOf("password")}
          />
          <p role="alert" className="hint hint-bad">
            {faultOf(null)}
          </p>
          <p>
            <Button type="submit" busy={busy}>
              {t`Save password`}
            </Button>
          </p>
        </form>
      )}
    </Setting>
  );
}
