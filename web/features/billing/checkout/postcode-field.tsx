import { useLingui } from "@lingui/react/macro";

/** Postcode of the billing address, where regions have their own taxes. */
export function PostcodeField({
  id,
  countryCode,
  typed,
  fault,
  onType,
}: {
  id: string;
  countryCode: string;
  typed: string;
  /** Validation error. */
  fault: string | null;
  onType: (typed: string) => void;
}) {
  const { t } = useLingui();
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {countryCode === "US" ? t`ZIP code` : t`Postal code`}
      </label>
      <input
        id={id}
        className="in postcode"
        value={typed}
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        inputMode={countryCode === "US" ? "numeric" : "text"}
        spellCheck={false}
        maxLength={12}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onType(event.target.value)}
      />
      <p className={fault ? "hint hint-bad" : "hint"} id={`${id}-hint`} role={fault ? "alert" : undefined}>
        {fault ?? t`Used to calculate tax.`}
      </p>
    </div>
  );
}
