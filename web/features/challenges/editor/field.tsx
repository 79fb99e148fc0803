import { useId, type ReactNode } from "react";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";

type Control = Omit<FieldProps, "fault"> & {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** A labeled control with its error. `children` renders the control with the properties that it gets. */
export function Field({
  label,
  field,
  children,
}: {
  label: string;
  field: FieldProps;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const { fault, ...registration } = field;
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      {children({
        ...registration,
        id,
        "aria-invalid": fault ? true : undefined,
        "aria-describedby": fault ? `${id}-fault` : undefined,
      })}
      {fault && (
        <span className="hint hint-bad" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
