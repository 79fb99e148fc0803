import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { FiguresTable } from "../public/figures-table.tsx";
import { skippedStates, type RowState } from "./member-import-fragment.ts";

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
  const refused = [counts.known, ...skippedStates.map((state) => counts[state])];
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
    no_provider: t`Stripe isn’t set up here`,
    unreachable: t`Stripe didn’t answer`,
    unknown_price: t`Choose a plan for this price`,
    subscription_not_found: t`Not found in this Stripe account`,
    subscription_ended: t`The subscription has ended`,
    subscription_several: t`This customer has several subscriptions`,
    subscription_unpaid: t`The last payment failed`,
    subscription_paused: t`The subscription is paused`,
    subscription_scheduled: t`A change is scheduled in Stripe`,
    subscription_renewing: t`Renews within 2 hours. Import it again later`,
    subscription_no_method: t`No card or PayPal account to charge`,
    subscription_taxed: t`Stripe adds tax to the price`,
    subscription_discounted: t`Has a discount we can’t take over`,
    subscription_unusual: t`Several items, a quantity, usage, or no price`,
    subscription_balance: t`Has a balance or items for the next invoice in Stripe`,
    subscription_forbidden: t`Our Stripe key may not read it`,
    subscription_customer_taken: t`Belongs to another account here`,
    subscription_changed: t`The price changed after the check`,
    unchecked: "",
    ready: "",
    ready_to_take_over: "",
    taking_over: "",
    taken_over: "",
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
