import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";

type CsvChoiceProps = {
  /** Names the file field for a screen reader. */
  label: string;
  /** Beside the button. */
  hint: string;
  busy: boolean;
  onFile: (file: File) => void;
};

/** The button that chooses a CSV file from this device. */
export function CsvChoice({ label, hint, busy, onFile }: CsvChoiceProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row wrap gap-3">
      <Button tone="quiet" busy={busy} onClick={() => input.current?.click()}>{t`Choose a CSV file`}</Button>
      <span className="t1 muted pretty">{hint}</span>
      <FileInput
        ref={input}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        label={label}
        onChoose={onFile}
      />
    </div>
  );
}
