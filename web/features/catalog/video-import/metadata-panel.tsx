import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import type { MetadataResult } from "../../../../contract/video-metadata.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ColumnMeanings } from "../../studio/public/column-meanings.tsx";
import { CsvChoice } from "../../studio/public/csv-choice.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { sendCsv } from "../../studio/public/send-csv.ts";
import { SlashedDatesField } from "../../studio/public/slashed-dates-field.tsx";
import type { ImportItem } from "./import-fragment.ts";
import { useMetadataLabels } from "./metadata-labels.ts";

type MetadataPanelProps = {
  id: string;
  /** Tables that were dropped with the videos. */
  tables: readonly File[];
  items: readonly ImportItem[];
  onApplied: () => void;
};
type Check = {
  file: File;
  columns: readonly string[] | null;
  dates: DateOrder | null;
  replaces: boolean;
  result: MetadataResult | null;
};

/** A CSV file of YouTube Studio, Google Takeout or Vimeo: what it would fill, what is wrong with it, and the button that fills it. */
export function MetadataPanel({ id, tables, items, onApplied }: MetadataPanelProps) {
  const { t } = useLingui();
  const session = useSession();
  const { columns: columnLabels, faults: faultLabels } = useMetadataLabels();
  const [check, setCheck] = useState<Check | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const send = async (next: Omit<Check, "result">, applies: boolean): Promise<MetadataResult | null> => {
    setBusy(true);
    setFault(null);
    const query = new URLSearchParams({
      ...(next.columns && { columns: next.columns.join(",") }),
      ...(next.dates && { dates: next.dates }),
      replace: next.replaces ? "1" : "0",
      apply: applies ? "1" : "0",
    });
    const path = `video-imports/${id}/metadata?${query.toString()}`;
    const answer = await sendCsv<MetadataResult>(session, path, next.file);
    setBusy(false);
    if ("result" in answer) return answer.result;
    setFault(answer.fault ?? t`We couldn’t connect. Try again.`);
    return null;
  };
  const tryOut = async (next: Omit<Check, "result">): Promise<void> => {
    const result = await send(next, false);
    if (result) setCheck({ ...next, result });
  };
  const apply = async (): Promise<void> => {
    if (!check) return;
    const result = await send(check, true);
    if (!result) return;
    showToast(plural(result.changed, { one: "# video filled", other: "# videos filled" }));
    onApplied();
    await tryOut(check);
  };
  const open = useEffectEvent(
    (file: File) => void tryOut({ file, columns: null, dates: null, replaces: false }),
  );
  const dropped = items.length > 0 ? (tables[0] ?? null) : null;
  useEffect(() => {
    if (dropped) open(dropped);
  }, [dropped]);

  if (items.length === 0) return null;
  const result = check?.result ?? null;
  return (
    <section className="stack gap-3" aria-labelledby="import-metadata" aria-busy={busy || undefined}>
      <h2 className="t4" id="import-metadata">{t`Titles and descriptions from a CSV file`}</h2>
      <CsvChoice
        label={t`Table of videos, from this device`}
        hint={t`From YouTube Studio, Google Takeout, or Vimeo.`}
        busy={busy}
        onFile={open}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {check && result && (
        <>
          <p role="status">
            {plural(result.matched.length, { one: "# row fits a video", other: "# rows fit a video" })}
            {". "}
            {plural(result.changed, { one: "# video would change", other: "# videos would change" })}.
          </p>
          {result.dates?.isAmbiguous && (
            <SlashedDatesField
              sample={result.dates.sample}
              order={result.dates.order}
              onChoose={(dates) => void tryOut({ ...check, dates })}
            />
          )}
          <details>
            <summary className="import-summary">{t`What the columns are`}</summary>
            <ColumnMeanings
              id="metadata-columns"
              columns={result.columns.map(({ column, ...one }) => ({ ...one, meaning: column ?? "unused" }))}
              labels={columnLabels}
              onChoose={(at, chosen) =>
                void tryOut({
                  ...check,
                  columns: result.columns.map(({ column }, place) =>
                    place === at ? chosen : (column ?? "unused"),
                  ),
                })
              }
            />
          </details>
          {(result.faults.length > 0 || result.unmatchedCount > 0) && (
            <FiguresTable
              id="metadata-faults"
              title={t`Rows to check`}
              empty=""
              columns={[{ label: t`Line` }, { label: t`Reason` }, { label: t`Text` }]}
              rows={[
                ...result.faults.map(({ line, fault: reason, text }) => ({
                  line,
                  reason: faultLabels[reason],
                  text,
                })),
                ...result.unmatched.map(({ line, title }) => ({
                  line,
                  reason: t`No video fits`,
                  text: title,
                })),
              ].map(({ line, reason, text }, at) => ({
                key: `${line} ${at}`,
                cells: [line, reason, <bdi key="text">{text}</bdi>],
              }))}
            />
          )}
          <label className="opt">
            <input
              type="checkbox"
              className="check"
              checked={check.replaces}
              onChange={(event) => void tryOut({ ...check, replaces: event.target.checked })}
            />
            <span>{t`Also replace what someone already entered`}</span>
          </label>
          <div className="row wrap gap-3">
            <Button
              tone="go"
              busy={busy}
              disabledReason={
                result.dates?.order === null ? t`Choose first how the dates are written.` : null
              }
              onClick={() => void apply()}
            >{t`Fill in`}</Button>
            <Button tone="text" onClick={() => setCheck(null)}>{t`Close table`}</Button>
          </div>
        </>
      )}
    </section>
  );
}
