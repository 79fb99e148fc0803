import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { formatNumericDate } from "../../../lib/record-formats.ts";
import type { ListPage } from "../../../layouts/paged-list.tsx";
import { PagedTable } from "../../../layouts/paged-table.tsx";
import { TableError } from "../../../layouts/table-error.tsx";
import { InvoiceStatus } from "../public/invoice-status.tsx";

const InvoicesQuery = graphql(`
  query Invoices($first: Int!, $after: String) {
    invoices(pagination: { first: $first, after: $after }) {
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
        creditNotes {
          id
          number
          amount
          issuedAt
          pdfUrl
        }
      }
    }
  }
`);
type Invoice = ResultOf<typeof InvoicesQuery>["invoices"]["items"][number];
/** A year of monthly payments. */
const pageLength = 12;
const columns = 5;

/** Invoices, latest first, each with its PDF; a press loads the next page. */
export function Invoices() {
  const { t } = useLingui();
  return (
    <section className="stack" aria-labelledby="invoices">
      <h2 className="t4" id="invoices">{t`Invoices`}</h2>
      <PagedTable
        list="invoices"
        columns={columns}
        head={
          <>
            <th scope="col">{t`Date`}</th>
            <th scope="col" className="hide-s">{t`Description`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col" className="r">{t`Amount`}</th>
            <th scope="col" className="r">
              <span className="sr-only">{t`File`}</span>
            </th>
          </>
        }
      >
        {(page) => <InvoicesPage {...page} />}
      </PagedTable>
    </section>
  );
}

function InvoicesPage({ after, further }: ListPage) {
  const { t } = useLingui();
  const [{ data, error, fetching }, again] = useQuery({
    query: InvoicesQuery,
    variables: { first: pageLength, after },
    requestPolicy: "cache-and-network",
  });
  return (
    <>
      <tbody aria-busy={fetching}>
        {data?.invoices.items.map((invoice) => (
          <Fragment key={invoice.id}>
            <InvoiceRow invoice={invoice} />
            {invoice.creditNotes.map((note) => (
              <CreditNoteRow key={note.id} note={note} invoice={invoice} />
            ))}
          </Fragment>
        ))}
        {data?.invoices.items.length === 0 && (
          <tr>
            <td colSpan={columns} className="muted">
              {t`No invoices yet.`}
            </td>
          </tr>
        )}
        {error && !data && (
          <TableError columns={columns} onRetry={() => again({ requestPolicy: "network-only" })}>
            {t`Couldn’t load invoices.`}
          </TableError>
        )}
      </tbody>
      {data && further(data.invoices.nextCursor)}
    </>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useLingui();
  const amount = formatMoney(invoice.total, invoice.currencyCode);
  return (
    <tr>
      <td>{formatNumericDate(new Date(invoice.issuedAt))}</td>
      <td className="hide-s">{invoice.planName}</td>
      <td>
        <InvoiceStatus invoice={invoice} />
      </td>
      <td className="r">{invoice.status === "voided" ? <s>{amount}</s> : amount}</td>
      <td className="r">
        <PdfLink url={invoice.pdfUrl} label={t`PDF of invoice ${invoice.number}`} />
      </td>
    </tr>
  );
}

/** What took an invoice back, below it. */
function CreditNoteRow({ note, invoice }: { note: Invoice["creditNotes"][number]; invoice: Invoice }) {
  const { t } = useLingui();
  return (
    <tr>
      <td>{formatNumericDate(new Date(note.issuedAt))}</td>
      <td className="hide-s">{t`For invoice ${invoice.number}`}</td>
      <td>
        <span className="tag">{t`Credit note`}</span>
      </td>
      <td className="r">{formatMoney(-note.amount, invoice.currencyCode)}</td>
      <td className="r">
        <PdfLink url={note.pdfUrl} label={t`PDF of credit note ${note.number}`} />
      </td>
    </tr>
  );
}

const PdfLink = ({ url, label }: { url: string; label: string }) => (
  <a className="link" href={url} target="_blank" rel="noreferrer" aria-label={label}>
    PDF
  </a>
);
