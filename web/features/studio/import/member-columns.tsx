import { useLingui } from "@lingui/react/macro";
import { ColumnMeanings } from "../public/column-meanings.tsx";
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
    subscription: t`Stripe subscription`,
    consent: t`Wants emails`,
  };
  return (
    <div aria-busy={busy || undefined}>
      <ColumnMeanings
        id="member-columns"
        columns={columns.map(({ field, ...column }) => ({ ...column, meaning: field }))}
        labels={labels}
        onChoose={onChoose}
      />
    </div>
  );
}
