import { useId, type ComponentProps } from "react";

type LinesFieldProps = Pick<
  ComponentProps<"textarea">,
  "name" | "value" | "defaultValue" | "onChange" | "onBlur" | "rows" | "spellCheck" | "ref"
> & {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; shown instead of the hint. */
  fault?: string | undefined;
  /** Maximum number of characters. */
  most?: number;
};

/** A labeled text of several lines, with its hint and its error. Takes the registration of a form library. */
export function LinesField({ label, hint, fault, most, ...input }: LinesFieldProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...input}
        id={id}
        className="in"
        maxLength={most}
        aria-invalid={fault ? true : undefined}
        aria-describedby={note ? `${id}-hint` : undefined}
      />
      {note && (
        <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
          {note}
        </p>
      )}
    </div>
  );
}
