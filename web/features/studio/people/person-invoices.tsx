import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { ProviderLink } from "../../billing/public/provider-link.tsx";
import { InvoiceStatus } from "../../billing/public/invoice-status.tsx";
import type { Receipt, Refundable } from "./act-types.ts";

const PersonInvoicesQuery = graphql(`
  query StudioPersonInvoices($id: ID!, $after: String) {
    studioPerson(id: $id) {
      id
      invoices(pagination: { first: 12, after: $after }) {
        nextCursor
        items {
          refundable
          refundableFreely
          refundLimit
          planVersion
          takesAway
          payments {
            providerName
            ref
            dashboardUrl
          }
          unused {
            amount
            days
          }
          invoice {
            id
            number
            status
            planName
            currencyCode
            total
            amountRefunded
            issuedAt
            pdfUrl
            creditNotes {
              id
              number
              amount
              pdfUrl
            }
          }
        }
      }
    }
  }
`);
type Item = ResultOf<typeof PersonInvoicesQuery>["studioPerson"]["invoices"]["items"][number];
type InvoicesProps = {
  personId: string;
  /** Null for staff who may not refund. */
  onRefund: ((of: Refundable) => void) | null;
  /** Null without an email address, and for staff who may not send receipts. */
  onReceipt: ((of: Receipt) => void) | null;
};

/** A person's invoices with their credit notes, newest first, each with what can be done about it. */
export function PersonInvoices({ personId, onRefund, onReceipt }: InvoicesProps) {
  const { t } = useLingui();
  return (
    <section className="stack gap-2" aria-labelledby="person-invoices">
      <h2 className="t4" id="person-invoices">{t`Invoices`}</h2>
      <PagedList list={`invoices of ${personId}`}>
        {(page) => <InvoicePage {...page} personId={personId} onRefund={onRefund} onReceipt={onReceipt} />}
      </PagedList>
    </section>
  );
}

function InvoicePage({ personId, onRefund, onReceipt, after, further }: InvoicesProps & ListPage) {
  const { t } = useLingui();
  const query = useQuery({
    query: PersonInvoicesQuery,
    variables: { id: personId, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  if (!data)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load invoices`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const { items, nextCursor } = data.studioPerson.invoices;
  if (items.length === 0) return <p className="t1 muted">{t`No invoices yet.`}</p>;
  return (
    <>
      <ul className="person-invoices">
        {items.map((item) => (
          <InvoiceRow key={item.invoice.id} item={item} onRefund={onRefund} onReceipt={onReceipt} />
        ))}
      </ul>
      {further(nextCursor)}
    </>
  );
}

function InvoiceRow({ item, onRefund, onReceipt }: { item: Item } & Omit<InvoicesProps, "personId">) {
  const { t } = useLingui();
  const { invoice } = item;
  const { total, currencyCode, number } = invoice;
  return (
    <li>
      <div className="stack gap-1">
        <p className="row wrap">
          <span className="strong tn">{formatMoney(total, currencyCode)}</span>
          <span>{invoice.planName}</span>
          <InvoiceStatus invoice={invoice} />
        </p>
        <p className="row wrap t1 muted">
          <span>{formatMonthDayYear(new Date(invoice.issuedAt))}</span>
          <a className="link" href={invoice.pdfUrl}>
            {number}
          </a>
          {invoice.creditNotes.map((note) => (
            <a className="link" key={note.id} href={note.pdfUrl}>
              {t`Credit note ${note.number}, ${formatMoney(note.amount, currencyCode)}`}
            </a>
          ))}
          {item.payments.map((payment) => (
            <ProviderLink key={payment.ref} url={payment.dashboardUrl}>
              {`${payment.providerName} ${payment.ref}`}
            </ProviderLink>
          ))}
        </p>
      </div>
      <div className="row wrap">
        {onReceipt && invoice.status === "paid" && (
          <Button size="s" aria-label={t`Send receipt ${number}`} onClick={() => onReceipt(invoice)}>
            {t`Send receipt`}
          </Button>
        )}
        {onRefund && item.refundable > 0 && (
          <Button size="s" aria-label={t`Refund ${number}`} onClick={() => onRefund(item)}>
            {t`Refund`}
          </Button>
        )}
      </div>
    </li>
  );
}
