import { useId } from "react";

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** The label is for screen readers alone, where the options say it already. */
  labelHidden?: boolean;
  /** Why what is chosen can't be taken, as a sentence that stands below it. */
  fault?: string | null;
};

/** One choice of a list, by the system's own picker: quick on a phone and by keyboard. */
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
