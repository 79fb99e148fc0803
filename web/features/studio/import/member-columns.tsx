import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../ui/select.tsx";
import { FiguresTable } from "../public/figures-table.tsx";
import type { MemberImport, MemberImportField } from "./member-import-fragment.ts";

/** The columns of a list, what they hold, and what they are. */
export function MemberColumns({
  columns,
  busy,
  onChoose,
}: {
  columns: MemberImport["columns"];
  busy: boolean;
  onChoose: (at: number, field: MemberImportField) => void;
}) {
  const { t } = useLingui();
  const labels: Record<MemberImportField, string> = {
    unused: t`Not used`,
    email: t`Email`,
    name: t`Name`,
    first_name: t`First name`,
    last_name: t`Last name`,
    plan: t`Plan`,
    access_until: t`Access until`,
    customer: t`Stripe customer`,
    consent: t`Wants emails`,
  };
  const options = (Object.keys(labels) as MemberImportField[]).map((value) => ({
    value,
    label: labels[value],
  }));
  return (
    <div aria-busy={busy || undefined}>
      <FiguresTable
        id="member-columns"
        title={t`Columns`}
        note={t`We guessed what they are. Correct what’s wrong.`}
        empty=""
        columns={[{ label: t`Column` }, { label: t`First rows` }, { label: t`Meaning` }]}
        rows={columns.map(({ name, field, samples }, at) => {
          const number = at + 1;
          const title = name || t`Column ${number}`;
          return {
            key: String(at),
            cells: [
              <bdi key="name">{title}</bdi>,
              <span key="samples" className="import-samples muted">
                <bdi>{samples.join(" · ")}</bdi>
              </span>,
              <Select
                key="field"
                label={t`Meaning of ${title}`}
                labelHidden
                value={field}
                options={options}
                onChoose={(chosen) => onChoose(at, chosen)}
              />,
            ],
          };
        })}
      />
    </div>
  );
}
