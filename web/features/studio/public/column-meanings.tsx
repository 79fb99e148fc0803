import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../ui/select.tsx";
import { FiguresTable } from "./figures-table.tsx";

type ColumnMeaningsProps<Meaning extends string> = {
  id: string;
  /** In the order of the file. `samples` are of its first rows. */
  columns: readonly { name: string; meaning: Meaning; samples: readonly string[] }[];
  labels: Readonly<Record<Meaning, string>>;
  onChoose: (at: number, meaning: Meaning) => void;
};

/** The columns of a CSV file, what they hold, and what the server takes them for. */
export function ColumnMeanings<Meaning extends string>({
  id,
  columns,
  labels,
  onChoose,
}: ColumnMeaningsProps<Meaning>) {
  const { t } = useLingui();
  const options = (Object.keys(labels) as Meaning[]).map((value) => ({ value, label: labels[value] }));
  return (
    <FiguresTable
      id={id}
      title={t`Columns`}
      note={t`We guessed what they are. Correct what’s wrong.`}
      empty=""
      columns={[{ label: t`Column` }, { label: t`First rows` }, { label: t`Meaning` }]}
      rows={columns.map(({ name, meaning, samples }, at) => {
        const number = at + 1;
        const title = name || t`Column ${number}`;
        return {
          key: String(at),
          cells: [
            <bdi key="name">{title}</bdi>,
            <span key="samples" className="column-samples muted">
              <bdi>{samples.join(" · ")}</bdi>
            </span>,
            <Select
              key="meaning"
              label={t`Meaning of ${title}`}
              labelHidden
              value={meaning}
              options={options}
              onChoose={(chosen) => onChoose(at, chosen)}
            />,
          ],
        };
      })}
    />
  );
}
