import { useEffect, useId, useRef, useState, type ComponentProps, type HTMLInputTypeAttribute } from "react";
import { useLingui } from "@lingui/react/macro";

type FieldProps = Pick<ComponentProps<"input">, "name" | "onChange" | "onBlur"> & {
  label: string;
  /** Gets the input: a form library reads its value and gives it the focus. */
  ref?: (input: HTMLInputElement | null) => void;
  type?: HTMLInputTypeAttribute;
  autoComplete: string;
  fault?: string | undefined;
  hint?: string;
  inputMode?: "numeric" | "text" | "none";
  required?: boolean;
  /** The main field of the screen. */
  autoFocus?: boolean;
};

/** A labeled field with its error. A password can be revealed. */
export function TextField({
  label,
  ref,
  type = "text",
  autoComplete,
  fault,
  hint,
  inputMode,
  required = true,
  autoFocus = false,
  ...registration
}: FieldProps) {
  const { t } = useLingui();
  const id = useId();
  const [shown, setShown] = useState(false);
  const isPassword = type === "password";
  const input = useRef<HTMLInputElement | null>(null);
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
        {...registration}
        ref={(element) => {
          input.current = element;
          ref?.(element);
        }}
        id={id}
        className="in"
        type={isPassword && shown ? "text" : type}
        autoComplete={autoComplete}
        autoCapitalize={type === "text" ? "words" : "none"}
        autoCorrect={isPassword ? "off" : undefined}
        spellCheck={isPassword ? false : undefined}
        inputMode={inputMode}
        required={required}
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
