import { useId } from "react";

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** The label is visually hidden, where the options are self-explanatory. */
  labelHidden?: boolean;
  /** Why the chosen option is invalid, as a sentence below the field. */
  fault?: string | null;
};

/** A native select: fast on phones and with the keyboard. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChoose,
  labelHidden = false,
  fault = null,
}: SelectProps<Value>) {
  const id = useId();
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChoose(option.value);
  };
  return (
    <div className="field">
      <label className={labelHidden ? "sr-only" : "lab"} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="in"
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {fault && (
        <span className="hint hint-bad" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
