import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { formatNumericDate } from "../../../lib/record-formats.ts";
import { TableError } from "../../../layouts/table-error.tsx";
import { InvoiceStatus } from "../public/invoice-status.tsx";

const DocumentsQuery = graphql(`
  query OwnedDocuments {
    userSubscriptionHistory {
      id
      management {
        billedBy
      }
      documents {
        kind
        ref
        number
        issuedAt
        status
        amount
        refunded
        currencyCode
        url
      }
    }
  }
`);
const columns = 4;

/** Invoices and credit notes that a provider wrote, newest first, each with the provider's PDF. */
export function OwnedDocuments() {
  const { t } = useLingui();
  const id = useId();
  const [{ data, error, fetching }, again] = useQuery({
    query: DocumentsQuery,
    // Links work for an hour.
    requestPolicy: "cache-and-network",
  });
  const owned = data?.userSubscriptionHistory.filter(({ documents }) => documents) ?? [];
  const documents = owned
    .flatMap((one) => one.documents ?? [])
    .sort((one, other) => other.issuedAt.localeCompare(one.issuedAt));
  const billedBy = owned[0]?.management?.billedBy ?? "";
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="t4" id={id}>
        {billedBy ? t`Invoices from ${billedBy}` : t`Invoices`}
      </h2>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t`Date`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col" className="r">{t`Amount`}</th>
            <th scope="col" className="r">
              <span className="sr-only">{t`File`}</span>
            </th>
          </tr>
        </thead>
        <tbody aria-busy={fetching}>
          {documents.map((document) => {
            const isInvoice = document.kind === "invoice";
            const { number } = document;
            return (
              <tr key={document.ref}>
                <td>{formatNumericDate(new Date(document.issuedAt))}</td>
                <td>
                  {isInvoice && document.status ? (
                    <InvoiceStatus
                      invoice={{
                        status: document.status,
                        total: document.amount,
                        amountRefunded: document.refunded,
                      }}
                    />
                  ) : (
                    <span className="tag">{isInvoice ? t`Invoice` : t`Credit note`}</span>
                  )}
                </td>
                <td className="r">
                  {formatMoney(isInvoice ? document.amount : -document.amount, document.currencyCode)}
                </td>
                <td className="r">
                  <a
                    className="link"
                    href={document.url}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={isInvoice ? t`PDF of invoice ${number}` : t`PDF of credit note ${number}`}
                  >
                    PDF
                  </a>
                </td>
              </tr>
            );
          })}
          {data && !error && documents.length === 0 && (
            <tr>
              <td colSpan={columns} className="muted">
                {t`No invoices yet.`}
              </td>
            </tr>
          )}
          {error && documents.length === 0 && (
            <TableError columns={columns} onRetry={() => again({ requestPolicy: "network-only" })}>
              {t`Couldn’t load invoices.`}
            </TableError>
          )}
        </tbody>
      </table>
    </section>
  );
}
