import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";

/** Coupon field: applies a code, then shows its discount and a remove button. */
export function CouponField({
  applied,
  fault,
  busy,
  onApply,
  onRemove,
}: {
  /** Label of the applied coupon. */
  applied: string | null;
  fault: string | null;
  busy: boolean;
  onApply: (code: string) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const [code, setCode] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const apply = (): void => {
    const typed = code.trim();
    setEmpty(!typed);
    if (typed) onApply(typed);
  };
  const shownFault = isEmpty ? t`Enter a promo code.` : fault;
  if (applied)
    return (
      <div className="row between" role="status">
        <p>
          <span className="lab">{t`Promo code`}</span>
          <br />
          {applied}
        </p>
        <Button tone="text" onClick={onRemove}>{t`Remove code`}</Button>
      </div>
    );
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>{t`Promo code`}</label>
      <div className="row">
        <input
          id={id}
          className="in"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          aria-invalid={shownFault ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setCode(event.target.value);
            setEmpty(false);
          }}
          onKeyDown={(event) => {
            // Enter applies the coupon; it must not submit the payment.
            if (event.key !== "Enter") return;
            event.preventDefault();
            apply();
          }}
        />
        <Button busy={busy} onClick={apply}>{t`Apply`}</Button>
      </div>
      <p className="hint hint-bad" id={`${id}-hint`} role="alert">
        {shownFault}
      </p>
    </div>
  );
}
