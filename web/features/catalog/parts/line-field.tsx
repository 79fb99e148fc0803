type LineFieldProps = {
  label: string;
  value: string;
  onType: (text: string) => void;
  /** Characters at most. */
  most: number;
  hint?: string;
  isRequired?: boolean;
};

/** One line of text of the studio's own. */
export function LineField({ label, value, onType, most, hint, isRequired = false }: LineFieldProps) {
  return (
    <label className="field">
      <span className="lab">{label}</span>
      <input
        className="in"
        value={value}
        maxLength={most}
        required={isRequired}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
      />
      {hint && <span className="hint">{hint}</span>}
    </label>
  );
}
