type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** The label is for screen readers alone, where the options say it already. */
  labelHidden?: boolean;
};

/** One choice of a list, by the system's own picker: quick on a phone and by keyboard. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChoose,
  labelHidden = false,
}: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChoose(option.value);
  };
  return (
    <label className="field">
      <span className={labelHidden ? "sr-only" : "lab"}>{label}</span>
      <select className="in" value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
