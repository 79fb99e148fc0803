import { useId, type ComponentProps } from "react";

type ChoiceFieldProps = Pick<
  ComponentProps<"select">,
  "name" | "defaultValue" | "onChange" | "onBlur" | "ref"
> & {
  label: string;
  options: readonly { value: string; label: string }[];
  /** Label of a first option without a value. */
  unset?: string | undefined;
  hint?: string | undefined;
  /** What is wrong with the choice; shown instead of the hint. */
  fault?: string | undefined;
};

/** A labeled native select with its error. Takes the registration of a form library; `Select` is the controlled one. */
export function ChoiceField({ label, options, unset, hint, fault, ...input }: ChoiceFieldProps) {
  const id = useId();
  const said = fault ?? hint;
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <select
        {...input}
        id={id}
        className="in"
        aria-invalid={fault ? true : undefined}
        aria-describedby={said ? `${id}-hint` : undefined}
      >
        {unset !== undefined && <option value="">{unset}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {said && (
        <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
          {said}
        </p>
      )}
    </div>
  );
}
