import { useLingui } from "@lingui/react/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";

export type ListedInvoice = {
  id: string;
  number: string;
  status: "not_paid" | "paid" | "payment_due" | "pending" | "posted" | "voided";
  currencyCode: string;
  total: number;
  issuedAt: string;
  pdfUrl: string;
};

/** What was charged, the latest first, each with its PDF. */
export function Invoices({
  invoices,
  hasMore,
  busy,
  onMore,
}: {
  invoices: readonly ListedInvoice[];
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
}) {
  const { t } = useLingui();
  const states: Record<ListedInvoice["status"], string> = {
    paid: t`Paid`,
    not_paid: t`Not paid`,
    payment_due: t`Being retried`,
    pending: t`On its way`,
    posted: t`Open`,
    voided: t`Taken back`,
  };
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="t4" id="invoices">{t`Invoices`}</h2>
      {invoices.length === 0 ? (
        <p className="muted">{t`None yet. The first comes with your first payment.`}</p>
      ) : (
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">{t`Date`}</th>
              <th scope="col" className="hide-s">{t`Number`}</th>
              <th scope="col">{t`State`}</th>
              <th scope="col" className="r">{t`Amount`}</th>
              <th scope="col" className="r">
                <span className="sr-only">{t`File`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <td>{formatMonthDayYear(new Date(invoice.issuedAt))}</td>
                <td className="hide-s">{invoice.number}</td>
                <td>
                  <span
                    className={
                      ["not_paid", "payment_due"].includes(invoice.status) ? "tag tag-danger" : "tag"
                    }
                  >
                    {states[invoice.status]}
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
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <div>
          <Button busy={busy} onClick={onMore}>{t`Earlier ones`}</Button>
        </div>
      )}
    </section>
  );
}
