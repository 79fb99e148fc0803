import type { HTMLInputTypeAttribute } from "react";

type LineFieldProps = {
  label: string;
  value: string;
  onType: (text: string) => void;
  hint?: string;
  type?: HTMLInputTypeAttribute;
  /** Keyboard type on phones. */
  inputMode?: "text" | "numeric" | "decimal";
  /** Maximum number of characters. */
  most?: number;
  /** The earliest day that can be chosen. */
  min?: string;
  isRequired?: boolean;
  /** The error is about this field. */
  isFaulty?: boolean;
};

/** A single-line text or date field of the studio pages. */
export function LineField(props: LineFieldProps) {
  const { label, value, onType, hint, most = 60, isRequired = false, isFaulty = false, ...rest } = props;
  return (
    <label className="field">
      <span className="lab">{label}</span>
      <input
        className="in"
        value={value}
        maxLength={most}
        required={isRequired}
        autoComplete="off"
        aria-invalid={isFaulty || undefined}
        {...rest}
        onChange={(event) => onType(event.target.value)}
      />
      {hint && <span className="hint">{hint}</span>}
    </label>
  );
}
