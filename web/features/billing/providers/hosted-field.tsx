import { useId, type Ref } from "react";

/** A labeled box for a card field that a provider's script shows in a frame. */
export function HostedField({
  ref,
  label,
  isFocused,
  fault,
}: {
  /** The box that the provider's script fills. */
  ref: Ref<HTMLDivElement>;
  label: string;
  isFocused: boolean;
  /** What is wrong with the input; null if nothing is. */
  fault: string | null;
}) {
  const id = useId();
  return (
    <div className="field">
      <span className="lab" id={id}>
        {label}
      </span>
      <div
        className="in hosted-field"
        data-focused={isFocused || undefined}
        data-invalid={fault !== null || undefined}
        aria-labelledby={id}
        role="group"
        ref={ref}
      />
      {fault !== null && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
