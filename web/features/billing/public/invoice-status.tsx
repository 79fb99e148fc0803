import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";

/** What the status of an invoice depends on; amounts in minor units. */
type Invoice = {
  status: ReturnType<typeof graphql.scalar<"InvoiceStatus">>;
  total: number;
  amountRefunded: number;
};

/** The status of an invoice as a tag. Refunds replace "Paid". */
export function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const { t } = useLingui();
  const { status, total, amountRefunded } = invoice;
  const labels: Record<Invoice["status"], string> = {
    paid: t`Paid`,
    not_paid: t`Not paid`,
    payment_due: t`Retrying`,
    pending: t`Processing`,
    posted: t`Processing`,
    voided: t`Voided`,
  };
  const isUnpaid = status === "not_paid" || status === "payment_due";
  return (
    <span className={isUnpaid ? "tag tag-danger" : "tag"}>
      {amountRefunded === 0 ? labels[status] : amountRefunded < total ? t`Partially refunded` : t`Refunded`}
    </span>
  );
}
