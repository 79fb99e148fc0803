import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
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
  const form = useForm({ current: "", password: "" }, async (change) => {
    await confirmed(() => session.ask("/new-password", change));
    toggle();
    showToast(t`Password changed. We signed you out on all other devices.`);
    onChanged();
  });
  const toggle = (): void => {
    form.form.reset();
    setOpen(!open);
  };
  return (
    <Setting
      title={t`Password`}
      action={
        <Button size="s" aria-expanded={open} onClick={toggle}>
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
        <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
          {hasPassword && (
            <TextField
              label={t`Current password`}
              type="password"
              autoComplete="current-password"
              {...form.field("current")}
            />
          )}
          <TextField
            label={t`New password`}
            type="password"
            autoComplete="new-password"
            hint={t`At least 8 characters. We’ll sign you out on other devices.`}
            {...form.newPassword("password")}
          />
          <p role="alert" className="hint hint-bad">
            {form.formFault}
          </p>
          <p>
            <Button type="submit" busy={form.busy}>
              {t`Save password`}
            </Button>
          </p>
        </form>
      )}
    </Setting>
  );
}
