import { useLingui } from "@lingui/react/macro";
import { useDetailsMenu } from "../../../lib/use-details-menu.ts";
import { columns, useColumnLabels, type Column } from "./columns.ts";

/** Chooses the columns. The last one stays. Escape, a press elsewhere and leaving with the focus close it. */
export function ColumnChoice({
  chosen,
  onChoose,
}: {
  chosen: readonly Column[];
  onChoose: (columns: readonly Column[]) => void;
}) {
  const { t } = useLingui();
  const labels = useColumnLabels();
  const { box, onKeyDown } = useDetailsMenu();
  return (
    <details ref={box} className="drop people-columns" onKeyDown={onKeyDown}>
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
