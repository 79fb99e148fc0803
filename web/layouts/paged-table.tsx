import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { PagedList, type ListPage } from "./paged-list.tsx";

type PagedTableProps = {
  /** Names the list with its filters: another name starts with one page. */
  list: string;
  columns: number;
  /** Cells of the header row. */
  head: ReactNode;
  /** Renders one page as a `tbody`. */
  children: (page: ListPage) => ReactNode;
};

/** A paginated table, latest first. A press loads the next page. */
export function PagedTable({ list, columns, head, children }: PagedTableProps) {
  const { t } = useLingui();
  const more = (show: () => void) => (
    <tbody>
      <tr>
        <td colSpan={columns}>
          <Button onClick={show}>{t`Show earlier`}</Button>
        </td>
      </tr>
    </tbody>
  );
  return (
    <table className="tbl">
      <thead>
        <tr>{head}</tr>
      </thead>
      <PagedList list={list} more={more}>
        {children}
      </PagedList>
    </table>
  );
}
