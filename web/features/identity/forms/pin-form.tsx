import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../components/text-field.tsx";
import { useForm } from "../components/use-form.ts";

/** Asks for the PIN that leads out of a child's profile. */
export function PinForm({ onPin }: { onPin: (pin: string) => Promise<void> }) {
  const { t } = useLingui();
  const { submit, busy, pin, formFault } = useForm({ pin: "" }, (values) => onPin(values.pin));
  return (
    <form className="stack family-pin" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t`Adult PIN`}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        {...pin("pin")}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {formFault}
      </p>
      <Button type="submit" tone="go" wide busy={busy}>
        {t`Continue`}
      </Button>
    </form>
  );
}
