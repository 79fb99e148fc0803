import { useEffect, useId, useRef, useState, type HTMLInputTypeAttribute } from "react";
import { useLingui } from "@lingui/react/macro";

type FieldProps = {
  label: string;
  name: string;
  type?: HTMLInputTypeAttribute;
  autoComplete: string;
  fault?: string | undefined;
  hint?: string;
  minLength?: number;
  defaultValue?: string;
  inputMode?: "numeric" | "text";
  required?: boolean;
  /** The main field of the screen. */
  autoFocus?: boolean;
};

/** A labeled field with its error. A password can be revealed. */
export function TextField({
  label,
  name,
  type = "text",
  autoComplete,
  fault,
  hint,
  minLength,
  defaultValue,
  inputMode,
  required = true,
  autoFocus = false,
}: FieldProps) {
  const { t } = useLingui();
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === "password";
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <div className="field">
      <div className="row between">
        <label className="lab" htmlFor={id}>
          {label}
        </label>
        {isPassword && (
          <button
            type="button"
            className="link t1"
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? t`Hide` : t`Show`}
          </button>
        )}
      </div>
      <input
        ref={input}
        id={id}
        className="in"
        name={name}
        type={isPassword && shown ? "text" : type}
        autoComplete={autoComplete}
        autoCapitalize={type === "text" ? "words" : "none"}
        autoCorrect={isPassword ? "off" : undefined}
        spellCheck={isPassword ? false : undefined}
        inputMode={inputMode}
        required={required}
        minLength={minLength}
        defaultValue={defaultValue}
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
