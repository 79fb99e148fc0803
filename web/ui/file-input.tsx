import type { Ref } from "react";

type FileInputProps = {
  /** A button opens it by `click()`. */
  ref: Ref<HTMLInputElement>;
  /** The `accept` attribute of HTML. */
  accept: string;
  /** Its name for screen readers. */
  label: string;
  onChoose: (file: File) => void;
};

/** An invisible input for one file of this device. The same file can be chosen again. */
export function FileInput({ ref, accept, label, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      className="sr-only"
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) onChoose(file);
        event.target.value = "";
      }}
    />
  );
}
