import { useId, type HTMLInputTypeAttribute } from "react";

/** A labelled field with its fault beside it. */
export function TextField({
  label,
  name,
  type = "text",
  autoComplete,
  fault,
  hint,
  minLength,
}: {
  label: string;
  name: string;
  type?: HTMLInputTypeAttribute;
  autoComplete: string;
  fault?: string | undefined;
  hint?: string;
  minLength?: number;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="in"
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize={type === "text" ? "words" : "none"}
        required
        minLength={minLength}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? `${id}-hint` : undefined}
      />
      <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
        {fault ?? hint}
      </p>
    </div>
  );
}
