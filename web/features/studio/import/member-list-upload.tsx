import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { sendCsv } from "../public/send-csv.ts";

const maxMegabytes = 20;

/** Takes a CSV file by choice or drop, and has the server check it. */
export function MemberListUpload({ onReceived }: { onReceived: (id: string) => void }) {
  const { t } = useLingui();
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const send = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    setFault(null);
    if (file.size > maxMegabytes * 1024 * 1024) return setFault(t`The file can be up to ${maxMegabytes} MB.`);
    setBusy(true);
    const name = encodeURIComponent(file.name.slice(0, 200));
    const answer = await sendCsv<{ id: string }>(session, `member-imports?name=${name}`, file);
    setBusy(false);
    if ("result" in answer) onReceived(answer.result.id);
    else setFault(answer.fault ?? t`We couldn’t connect. Try again.`);
  };
  return (
    <div
      className={classNames("import-drop", isOver && "is-over")}
      role="group"
      aria-label={t`List of members`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer.files[0]);
      }}
    >
      <div className="row wrap gap-3">
        <Button
          tone="quiet"
          busy={busy}
          onClick={() => input.current?.click()}
        >{t`Choose a CSV file`}</Button>
        <span className="t1 faint">{t`Or drop it here.`}</span>
      </div>
      <p className="t1 muted pretty">{t`Up to 50,000 rows. The first line names the columns.`}</p>
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label={t`List of members, from this device`}
        tabIndex={-1}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          // Allows the same file to be chosen again.
          event.target.value = "";
        }}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}
