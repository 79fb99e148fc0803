import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useFamilyActions } from "../actions/family.ts";
import { Setting } from "../../../ui/setting.tsx";
import { TextField } from "./text-field.tsx";
import { useConfirmation } from "../public/use-confirmation.tsx";
import { useForm } from "./use-form.ts";

/**
 * The PIN for leaving a child's profile. Changing it requires the account's password, so that a forgotten PIN
 * can be replaced.
 */
export function PinSetting({ hasPin }: { hasPin: boolean }) {
  const { t } = useLingui();
  const { setPin } = useFamilyActions();
  const { confirmed, sheet } = useConfirmation();
  const [open, setOpen] = useState(false);
  const form = useForm({ pin: "" }, async ({ pin }) => {
    await confirmed(() => setPin(pin, null));
    toggle();
    showToast(t`PIN updated.`);
  });
  const toggle = (): void => {
    form.form.reset();
    setOpen(!open);
  };
  return (
    <Setting
      title={t`PIN`}
      action={
        <Button size="s" aria-expanded={open} onClick={toggle}>
          {open ? t`Leave it` : hasPin ? t`Change the PIN` : t`Choose a PIN`}
        </Button>
      }
    >
      {open ? (
        <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
          <TextField
            label={t`New PIN`}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            hint={t`Four to six digits.`}
            {...form.pin("pin")}
          />
          <p role="alert" className="hint hint-bad empty:hidden">
            {form.formFault}
          </p>
          <p>
            <Button type="submit" busy={form.busy}>
              {t`Save PIN`}
            </Button>
          </p>
        </form>
      ) : (
        <p className="muted pretty">
          {hasPin ? t`Needed to leave a child profile.` : t`Set a PIN to create child profiles.`}
        </p>
      )}
      {sheet}
    </Setting>
  );
}
