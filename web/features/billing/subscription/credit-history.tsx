import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { formatNumericDate } from "../../../lib/record-formats.ts";
import type { ListPage } from "../../../layouts/paged-list.tsx";
import { PagedTable } from "../../../layouts/paged-table.tsx";
import { TableError } from "../../../layouts/table-error.tsx";
import { Button } from "../../../ui/button.tsx";

const CreditsQuery = graphql(`
  query Credits($first: Int!, $after: String) {
    creditBalances {
      currencyCode
      amount
    }
    creditEntries(pagination: { first: $first, after: $after }) {
      nextCursor
      items {
        id
        reason
        amount
        currencyCode
        createdAt
        invoiceNumber
      }
    }
  }
`);
type Entry = ResultOf<typeof CreditsQuery>["creditEntries"]["items"][number];
const pageLength = 12;
const columns = 3;

/** Credit and every change of it. Shown once there has been any. */
export function CreditHistory() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [{ data }] = useQuery({
    query: CreditsQuery,
    variables: { first: pageLength, after: null },
    requestPolicy: "cache-and-network",
  });
  if (!data || data.creditEntries.items.length === 0) return null;
  const balance = data.creditBalances
    .map(({ amount, currencyCode }) => formatMoney(amount, currencyCode))
    .join(" + ");
  return (
    <section className="stack" aria-labelledby="credit">
      <h2 className="t4" id="credit">{t`Credit`}</h2>
      <p>
        {balance
          ? t`You have ${balance}. It pays for invoices before your card does.`
          : t`You have no credit left.`}
      </p>
      {isOpen ? (
        <PagedTable
          list="credits"
          columns={columns}
          head={
            <>
              <th scope="col">{t`Date`}</th>
              <th scope="col">{t`Description`}</th>
              <th scope="col" className="r">{t`Amount`}</th>
            </>
          }
        >
          {(page) => <CreditsPage {...page} />}
        </PagedTable>
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>{t`Show history`}</Button>
        </p>
      )}
    </section>
  );
}

function CreditsPage({ after, further }: ListPage) {
  const { t } = useLingui();
  const [{ data, error, fetching }, again] = useQuery({
    query: CreditsQuery,
    variables: { first: pageLength, after },
    requestPolicy: "cache-and-network",
  });
  return (
    <>
      <tbody aria-busy={fetching}>
        {data?.creditEntries.items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
        {error && !data && (
          <TableError columns={columns} onRetry={() => again({ requestPolicy: "network-only" })}>
            {t`Couldn’t load your credit.`}
          </TableError>
        )}
      </tbody>
      {data && further(data.creditEntries.nextCursor)}
    </>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useLingui();
  const reasons: Record<Entry["reason"], string> = {
    paused: t`Unused time when you paused`,
    unused_time: t`Unused time of your old plan`,
    month_off: t`A month free`,
    withdrawn: t`Withdrawal`,
    merged: t`Unused time of a second subscription`,
    given: t`A gift from the studio`,
    refunded: t`Refunded as money`,
    gift_card: t`Gift card`,
    spent: t`Used for an invoice`,
    returned: t`Returned from a canceled invoice`,
    other: t`Adjustment`,
  };
  const amount = formatMoney(Math.abs(entry.amount), entry.currencyCode);
  return (
    <tr>
      <td className="tn">{formatNumericDate(new Date(entry.createdAt))}</td>
      <td>{[reasons[entry.reason], entry.invoiceNumber].filter(Boolean).join(", ")}</td>
      <td className="r tn">{entry.amount < 0 ? `− ${amount}` : `+ ${amount}`}</td>
    </tr>
  );
}
