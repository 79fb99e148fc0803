import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { CsvChoice } from "../public/csv-choice.tsx";
import { sendCsv } from "../public/send-csv.ts";
import { DropZone } from "../public/drop-zone.tsx";

const maxMegabytes = 20;

/** Takes a CSV file by choice or drop, and has the server check it. */
export function MemberListUpload({ onReceived }: { onReceived: (id: string) => void }) {
  const { t } = useLingui();
  const session = useSession();
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
    <DropZone label={t`List of members`} onDrop={({ files }) => void send(files[0])}>
      <CsvChoice
        label={t`List of members, from this device`}
        hint={t`Or drop it here.`}
        busy={busy}
        onFile={(file) => void send(file)}
      />
      <p className="t1 muted pretty">{t`Up to 50,000 rows. The first line names the columns.`}</p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </DropZone>
  );
}
