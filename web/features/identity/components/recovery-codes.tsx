import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { copyText } from "../../../ui/copy-text.ts";
import { Button } from "../../../ui/button.tsx";

/** Recovery codes, shown once to be stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = codes.join("\n");
  return (
    <div ref={box} className="stack" tabIndex={-1} role="group" aria-label={t`Recovery codes`}>
      <p className="pretty">{t`Save these codes somewhere safe. Each works once if you lose your app. You won’t see them again.`}</p>
      <ul className="key-list">
        {codes.map((code) => (
          <li key={code} className="key-text">
            {code}
          </li>
        ))}
      </ul>
      <p className="row wrap">
        <Button
          size="s"
          onClick={() =>
            void copyText(text, {
              done: t`Copied.`,
              refused: t`Couldn’t copy. Write them down.`,
            })
          }
        >
          {t`Copy`}
        </Button>
        <a
          className="btn btn-s"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="eightcount-recovery-codes.txt"
        >
          {t`Download`}
        </a>
        <Button size="s" tone="line" onClick={onDone}>
          {t`I’ve saved them`}
        </Button>
      </p>
    </div>
  );
}
