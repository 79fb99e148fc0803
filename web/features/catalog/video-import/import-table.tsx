import { useLingui } from "@lingui/react/macro";
import { formatDuration } from "../../../lib/formats.ts";
import { classNames } from "../../../ui/class-names.ts";
import { listedFields, useFillFields } from "./fill-fields.ts";
import type { ImportChoices, ImportItem } from "./import-fragment.ts";
import { ItemStatus } from "./item-status.tsx";
import { ListedCell, SongCell, TitleCell } from "./item-cells.tsx";

type ImportTableProps = {
  importId: string;
  items: readonly ImportItem[];
  choices: ImportChoices;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onChanged: () => void;
};

/** The files of an import as a table whose cells are edited in place; on phones each row folds into a card. */
export function ImportTable({ importId, items, choices, chosen, onChoose, onChanged }: ImportTableProps) {
  const { t } = useLingui();
  const fill = useFillFields(choices);
  const mains = items.filter(({ mainId }) => mainId === null);
  const isAllChosen = mains.every(({ id }) => chosen.has(id));
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <div className="stack gap-2">
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={isAllChosen}
          onChange={() => onChoose(new Set(isAllChosen ? [] : mains.map(({ id }) => id)))}
        />
        <span>{t`Select all`}</span>
      </label>
      <table className="records import-table t1">
        <thead>
          <tr>
            <td />
            <th scope="col">{t`Video`}</th>
            {listedFields.map((field) => (
              <th scope="col" key={field}>
                {fill.labels[field]}
              </th>
            ))}
            <th scope="col">{t`Song`}</th>
            <th scope="col">{t`Length`}</th>
            <th scope="col">{t`Status`}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const shared = { importId, item, onChanged };
            const isMain = item.mainId === null;
            const { title } = item;
            return (
              <tr key={item.id} className={classNames(chosen.has(item.id) && "is-chosen")}>
                <td className="import-choice">
                  {isMain && (
                    <input
                      type="checkbox"
                      className="check"
                      aria-label={t`Select ${title}`}
                      checked={chosen.has(item.id)}
                      onChange={(event) => choose(item.id, event.target.checked)}
                    />
                  )}
                </td>
                <th scope="row">
                  <TitleCell {...shared} main={items.find(({ id }) => id === item.mainId) ?? null} />
                </th>
                {listedFields.map((field) => (
                  <td key={field} data-label={fill.labels[field]}>
                    {isMain && (
                      <ListedCell
                        {...shared}
                        field={field}
                        label={fill.labels[field]}
                        options={fill.options[field]}
                      />
                    )}
                  </td>
                ))}
                <td data-label={t`Song`}>{isMain && <SongCell {...shared} />}</td>
                <td className="tn" data-label={t`Length`}>
                  {item.durationInMs !== null && formatDuration(item.durationInMs)}
                </td>
                <td className="import-status">
                  <ItemStatus {...shared} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
