import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { FiguresTable } from "../public/figures-table.tsx";

const TakeoversQuery = graphql(`
  query MemberImportTakeovers($id: ID!, $after: String) {
    memberImport(id: $id) {
      id
      subscriptions {
        takeovers(pagination: { first: 24, after: $after }) {
          nextCursor
          items {
            line
            email
            planId
            cardBrand
            cardLast4
            amount
            currencyCode
            renews
            isTrial
            termEndsAt
          }
        }
      }
    }
  }
`);
type Subscriptions = NonNullable<ResultOf<typeof TakeoversQuery>["memberImport"]["subscriptions"]>;
type Takeover = Subscriptions["takeovers"]["items"][number];

type TakeoverRowsProps = {
  id: string;
  /** Names what the list depends on: other choices make another list. */
  list: string;
  planNames: ReadonlyMap<string, string>;
};

/** Rows whose subscriptions will be taken over: the card, the plan, and what is charged next. */
export function TakeoverRows({ id, list, planNames }: TakeoverRowsProps) {
  return (
    <PagedList key={list} list={`takeovers ${id} ${list}`}>
      {({ after, further }) => <Rows id={id} after={after} planNames={planNames} further={further} />}
    </PagedList>
  );
}

type RowsProps = Omit<TakeoverRowsProps, "list"> & { after: string | null; further: ListPage["further"] };

function Rows({ id, after, planNames, further }: RowsProps) {
  const { t } = useLingui();
  const title = useId();
  const query = useQuery({
    query: TakeoversQuery,
    variables: { id, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const nextOf = ({ amount, currencyCode, renews, isTrial, termEndsAt }: Takeover): string => {
    const [money, day] = [formatMoney(amount, currencyCode), formatMonthDayYear(new Date(termEndsAt))];
    if (!renews) return t`None, ends ${day}`;
    return isTrial ? t`${money} on ${day} (free trial)` : t`${money} on ${day}`;
  };
  const cardOf = ({ cardBrand, cardLast4 }: Takeover): string => {
    const brand = (cardBrand ?? "").replace(/^./, (first) => first.toUpperCase());
    return cardLast4 ? `${brand} •••• ${cardLast4}` : brand;
  };
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load the subscriptions`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const page = data.memberImport.subscriptions?.takeovers;
  if (!page || page.items.length === 0) return null;
  return (
    <>
      <FiguresTable
        id={title}
        title={t`Subscriptions to take over`}
        empty={t`None.`}
        columns={[
          { label: t`Line` },
          { label: t`Email` },
          { label: t`Next payment` },
          { label: t`Plan` },
          { label: t`Payment method` },
        ]}
        rows={page.items.map((one) => ({
          key: String(one.line),
          cells: [
            one.line,
            <bdi key="email">{one.email ?? ""}</bdi>,
            <span key="next" className="tn">
              {nextOf(one)}
            </span>,
            planNames.get(one.planId) ?? one.planId,
            <span key="card" className="tn">
              {cardOf(one)}
            </span>,
          ],
        }))}
      />
      {further(page.nextCursor)}
    </>
  );
}
