import type { HTMLInputTypeAttribute } from "react";

type LineFieldProps = {
  label: string;
  value: string;
  onType: (text: string) => void;
  hint?: string;
  type?: HTMLInputTypeAttribute;
  /** What a phone's keyboard shows. */
  inputMode?: "text" | "numeric" | "decimal";
  /** Characters at most. */
  most?: number;
  /** The first day that can be chosen. */
  min?: string;
  isRequired?: boolean;
  /** What is refused is about this one. */
  isFaulty?: boolean;
};

/** One line of text, or a day, of the studio's own. */
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
