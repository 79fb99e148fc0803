import { useId, type ComponentProps } from "react";
import type { FieldProps } from "../../lib/forms/use-server-form.ts";

/** A text input of a form that the server validates, with its label, hint and error. */
export function TextField({
  label,
  hint,
  fault,
  most,
  ...input
}: FieldProps &
  Pick<ComponentProps<"input">, "type" | "autoComplete"> & { label: string; hint?: string; most?: number }) {
  const id = useId();
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="in"
        maxLength={most}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? `${id}-hint` : undefined}
      />
      {(fault || hint) && (
        <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
