import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { FiguresTable } from "../public/figures-table.tsx";
import type { RowState } from "./member-import-fragment.ts";

const RefusedQuery = graphql(`
  query MemberImportRefused($id: ID!, $after: String) {
    memberImport(id: $id) {
      id
      refused(pagination: { first: 24, after: $after }) {
        nextCursor
        items {
          line
          state
          email
        }
      }
    }
  }
`);

/** Rows that aren't invited, by the line of the file, and why. */
export function RefusedRows({ id, counts }: { id: string; counts: Record<RowState, number> }) {
  const { bad_day, bad_email, duplicate, failed, known, no_email, unknown_plan } = counts;
  const refused = [bad_day, bad_email, duplicate, failed, known, no_email, unknown_plan];
  // Another count is another list.
  const list = refused.join(" ");
  if (refused.every((count) => count === 0)) return null;
  return (
    <PagedList key={list} list={`refused ${id}`}>
      {({ after, further }) => <Rows id={id} after={after} list={list} further={further} />}
    </PagedList>
  );
}

type RowsProps = { id: string; after: string | null; list: string; further: ListPage["further"] };

function Rows({ id, after, further }: RowsProps) {
  const { t } = useLingui();
  const title = useId();
  const query = useQuery({
    query: RefusedQuery,
    variables: { id, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const reasons: Record<RowState, string> = {
    no_email: t`No email`,
    bad_email: t`The email isn’t valid`,
    duplicate: t`An earlier row has this email`,
    known: t`Already a member. Nothing changes`,
    unknown_plan: t`No plan has this name`,
    bad_day: t`The day can’t be read`,
    failed: t`Couldn’t be invited`,
    ready: "",
    invited: "",
  };
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load the skipped rows`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const { items, nextCursor } = data.memberImport.refused;
  return (
    <>
      <FiguresTable
        id={title}
        title={t`Skipped rows`}
        empty={t`None.`}
        columns={[{ label: t`Line` }, { label: t`Reason` }, { label: t`Email` }]}
        rows={items.map(({ line, state, email }) => ({
          key: String(line),
          cells: [line, reasons[state], <bdi key="email">{email ?? ""}</bdi>],
        }))}
      />
      {further(nextCursor)}
    </>
  );
}
