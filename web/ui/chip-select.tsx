import { ChevronDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type ChipSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** The value that stands for no choice: the chip then shows its label and isn't highlighted. */
  none?: Value;
};

/** A native select as a chip that shows the chosen option: for filters and the order of a list. */
export function ChipSelect<Value extends string>({
  label,
  value,
  options,
  onChoose,
  none,
}: ChipSelectProps<Value>) {
  const chosen = options.find((one) => one.value === value);
  const isOn = none !== undefined && chosen !== undefined && chosen.value !== none;
  return (
    <span className={classNames("chip chip-select", isOn && "chip-on")}>
      <span aria-hidden="true">{chosen && chosen.value !== none ? chosen.label : label}</span>
      <Icon of={ChevronDown} size="s" />
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const option = options.find((one) => one.value === target.value);
          if (option) onChoose(option.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
