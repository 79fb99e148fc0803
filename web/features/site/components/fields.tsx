import { useId, type ComponentProps, type ReactNode } from "react";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";

type Labeled = { label: string; hint?: ReactNode; fault: string | undefined };

function Field({
  label,
  hint,
  fault,
  children,
}: Labeled & { children: (input: { id: string; describedBy: string | undefined }) => ReactNode }) {
  const id = useId();
  const words = fault ?? hint;
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy: words ? `${id}-hint` : undefined })}
      {words && (
        <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
          {words}
        </p>
      )}
    </div>
  );
}

/** A text input of a studio form, with its label, hint and error. */
export function TextField({
  label,
  hint,
  fault,
  ...input
}: FieldProps &
  Labeled &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "maxLength" | "placeholder" | "min">) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <input
          {...input}
          id={id}
          className="in"
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy}
        />
      )}
    </Field>
  );
}

/** A text of several lines. */
export function LinesField({
  label,
  hint,
  fault,
  ...input
}: FieldProps & Labeled & Pick<ComponentProps<"textarea">, "rows" | "maxLength" | "spellCheck">) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <textarea
          {...input}
          id={id}
          className="in"
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy}
        />
      )}
    </Field>
  );
}

/** A native select; its first option is unset. */
export function ChoiceField({
  label,
  hint,
  fault,
  options,
  unset,
  ...input
}: FieldProps & Labeled & { options: readonly { value: string; label: string }[]; unset: string }) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <select
          {...input}
          id={id}
          className="in"
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy}
        >
          <option value="">{unset}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
