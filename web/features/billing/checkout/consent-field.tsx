import { useLingui } from "@lingui/react/macro";
import { useId } from "react";

/**
 * Asks for access before the withdrawal period ends, as EU and UK law wants. The server names the version of
 * this text: change both together.
 */
export function ConsentField({
  id,
  isGiven,
  isMissing,
  onChange,
}: {
  id: string;
  isGiven: boolean;
  /** The purchase was tried without it. */
  isMissing: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  const { t } = useLingui();
  const hintId = useId();
  return (
    <div className="stack gap-1">
      <label className="opt">
        <input
          id={id}
          type="checkbox"
          className="check"
          required
          checked={isGiven}
          aria-invalid={isMissing && !isGiven}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t`Start my access now. If I withdraw within 14 days, I pay for the days until then.`}</span>
      </label>
      <p className="hint hint-bad" id={hintId} role="alert">
        {isMissing && !isGiven ? t`Check this box to start. You weren’t charged.` : null}
      </p>
    </div>
  );
}
