import "./pin-form.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Delete } from "lucide-react";
import { useEffect, useState } from "react";
import { SessionError } from "../../../graphql/session-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../components/text-field.tsx";
import { useForm } from "../components/use-form.ts";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const maxDigits = 6;

/** Asks for the PIN that leads out of a child's profile, by keypad or keyboard. After refusals it says when to try again. */
export function PinForm({ onPin }: { onPin: (pin: string) => Promise<void> }) {
  const { t } = useLingui();
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const left = useSecondsLeft(untilMs, () => setUntilMs(null));
  const { form, submit, busy, pin, formFault } = useForm({ pin: "" }, async (values) => {
    if (untilMs !== null) return;
    try {
      await onPin(values.pin);
    } catch (refused) {
      if (!(refused instanceof SessionError) || refused.retryAfterSeconds === null) throw refused;
      form.setValue("pin", "");
      setUntilMs(Date.now() + refused.retryAfterSeconds * 1000);
    }
  });
  const press = (digit: string): void =>
    form.setValue("pin", (form.getValues("pin") + digit).slice(0, maxDigits));
  const isWaiting = left > 0;
  return (
    <form className="stack family-pin" noValidate onSubmit={(event) => void submit(event)}>
      {isWaiting && (
        <div className="note" role="status">
          <p className="strong">{t`Try again in ${plural(left, { one: "# second", other: "# seconds" })}`}</p>
          <p className="t1">{t`That PIN was wrong several times. The profile can keep dancing.`}</p>
        </div>
      )}
      {/* The keypad stands in for the keyboard of a phone; other keyboards work. */}
      <TextField
        label={t`Adult PIN`}
        type="password"
        inputMode="none"
        autoComplete="off"
        autoFocus
        {...pin("pin")}
      />
      <div className="pin-keys" role="group" aria-label={t`Keypad`}>
        {digits.map((digit) => (
          <button
            key={digit}
            type="button"
            className="btn num"
            disabled={isWaiting}
            onClick={() => press(digit)}
          >
            {digit}
          </button>
        ))}
        <button
          type="button"
          className="btn"
          aria-label={t`Delete digit`}
          disabled={isWaiting}
          onClick={() => form.setValue("pin", form.getValues("pin").slice(0, -1))}
        >
          <Icon of={Delete} />
        </button>
        <button type="button" className="btn num" disabled={isWaiting} onClick={() => press("0")}>
          {"0"}
        </button>
        <Button type="submit" tone="go" busy={busy}>
          {t`Continue`}
        </Button>
      </div>
      <p role="alert" className="hint hint-bad empty:hidden">
        {isWaiting ? null : formFault}
      </p>
    </form>
  );
}

/** Whole seconds until a time; 0 after it and without one. Calls `onOver` when it comes. */
function useSecondsLeft(untilMs: number | null, onOver: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1000));
  useEffect(() => {
    if (untilMs === null) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      if (Date.now() >= untilMs) onOver();
      setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callback doesn't decide when it is called
  }, [untilMs]);
  return left;
}
