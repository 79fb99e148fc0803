import { useLingui } from "@lingui/react/macro";
import { columns, useColumnLabels, type Column } from "./columns.ts";

/** Chooses the columns. The last one stays. */
export function ColumnChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly Column[];
  onChoose: (columns: readonly Column[]) => void;
}) {
  const { t } = useLingui();
  const labels = useColumnLabels();
  return (
    <details className="people-columns">
      <summary className="btn">{t`Columns`}</summary>
      <fieldset>
        <legend className="sr-only">{t`Columns`}</legend>
        {columns.map((column) => {
          const isOn = chosen.includes(column);
          return (
            <label className="opt" key={column}>
              <input
                type="checkbox"
                className="check"
                checked={isOn}
                disabled={isOn && chosen.length === 1}
                onChange={() =>
                  onChoose(columns.filter((one) => (one === column ? !isOn : chosen.includes(one))))
                }
              />
              <span>{labels[column]}</span>
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
