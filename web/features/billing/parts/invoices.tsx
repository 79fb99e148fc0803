import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "urql";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";

const InvoicesQuery = graphql(`
  query Invoices($first: Int!) {
    invoices(pagination: { first: $first }) {
      nextCursor
      items {
        id
        number
        status
        planName
        currencyCode
        total
        amountRefunded
        issuedAt
        pdfUrl
      }
    }
  }
`);
type Invoice = ResultOf<typeof InvoicesQuery>["invoices"]["items"][number];
/** How many are shown at first, and added with each press. */
const pageLength = 12;
/** A page holds no more: eight years of monthly payments. */
const mostShown = 100;

/** What was charged, the latest first, each with its PDF. */
export function Invoices() {
  const { t } = useLingui();
  const [first, setFirst] = useState(pageLength);
  const [{ data, error, fetching }, again] = useQuery({
    query: InvoicesQuery,
    variables: { first },
    requestPolicy: "cache-and-network",
  });
  const invoices = data?.invoices.items ?? [];
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="t4" id="invoices">{t`Invoices`}</h2>
      {error && !data ? (
        <p role="alert">
          {t`The invoices didn’t come.`}{" "}
          <button
            type="button"
            className="link strong"
            onClick={() => again({ requestPolicy: "network-only" })}
          >
            {t`Try again`}
          </button>
        </p>
      ) : data && invoices.length === 0 ? (
        <p className="muted">{t`None yet. The first comes with your first payment.`}</p>
      ) : (
        invoices.length > 0 && <Table invoices={invoices} />
      )}
      {data?.invoices.nextCursor && first < mostShown && (
        <div>
          <Button busy={fetching} onClick={() => setFirst(Math.min(mostShown, first + pageLength))}>
            {t`Earlier ones`}
          </Button>
        </div>
      )}
    </section>
  );
}

function Table({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useLingui();
  const states: Record<Invoice["status"], string> = {
    paid: t`Paid`,
    not_paid: t`Not paid`,
    payment_due: t`Being retried`,
    pending: t`On its way`,
    posted: t`Open`,
    voided: t`Taken back`,
  };
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{t`Date`}</th>
          <th scope="col" className="hide-s">{t`For`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="r">{t`Amount`}</th>
          <th scope="col" className="r">
            <span className="sr-only">{t`File`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => {
          const isBad = invoice.status === "not_paid" || invoice.status === "payment_due";
          return (
            <tr key={invoice.id}>
              <td>{formatMonthDayYear(new Date(invoice.issuedAt))}</td>
              <td className="hide-s">{invoice.planName}</td>
              <td>
                <span className={isBad ? "tag tag-danger" : "tag"}>
                  {invoice.amountRefunded > 0 ? t`Paid back` : states[invoice.status]}
                </span>
              </td>
              <td className="r">{formatMoney(invoice.total, invoice.currencyCode)}</td>
              <td className="r">
                <a
                  className="link"
                  href={invoice.pdfUrl}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t`Invoice ${invoice.number} as PDF`}
                >
                  PDF
                </a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
