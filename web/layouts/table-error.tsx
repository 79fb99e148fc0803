import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

type TableErrorProps = {
  /** Number of the table's columns. */
  columns: number;
  onRetry: () => void;
  /** What couldn't be loaded. */
  children: ReactNode;
};

/** A row in place of rows that couldn't be loaded, with a button that tries again. */
export function TableError({ columns, onRetry, children }: TableErrorProps) {
  const { t } = useLingui();
  return (
    <tr>
      <td colSpan={columns} role="alert">
        {children}{" "}
        <button type="button" className="link strong" onClick={onRetry}>
          {t`Try again`}
        </button>
      </td>
    </tr>
  );
}
