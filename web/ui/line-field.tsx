import { useId, type ComponentProps } from "react";

type LineFieldProps = Pick<
  ComponentProps<"input">,
  | "name"
  | "value"
  | "defaultValue"
  | "onChange"
  | "onBlur"
  | "onKeyDown"
  | "inputMode"
  | "autoComplete"
  | "placeholder"
  | "required"
  | "ref"
> & {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; shown instead of the hint. */
  fault?: string | undefined;
  type?: "text" | "date" | "datetime-local" | "email" | "tel";
  /** Maximum number of characters. */
  most?: number;
  /** The earliest day or local time that can be chosen. */
  earliest?: string;
};

/** A labeled line of text or a date, with its hint and its error. Takes the registration of a form library. */
export function LineField(props: LineFieldProps) {
  const { label, hint, fault, type = "text", most, earliest, autoComplete = "off", ...input } = props;
  const id = useId();
  const said = fault ?? hint;
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="in"
        type={type}
        maxLength={most}
        min={earliest}
        autoComplete={autoComplete}
        aria-invalid={fault ? true : undefined}
        aria-describedby={said ? `${id}-hint` : undefined}
      />
      {said && (
        <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
          {said}
        </p>
      )}
    </div>
  );
}
