import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { useCaseNames } from "./case-names.ts";
import { MemberLink } from "../public/member-link.tsx";
import { ProviderLink } from "../public/provider-link.tsx";
import type { MoneyFragment } from "./money-fragment.ts";

const RetryRefund = graphql(`
  mutation RefundRetry($id: ID!) {
    refundRetry(id: $id)
  }
`);
defineCacheUpdates({ refundRetry: invalidateQueries });

type Found = ResultOf<typeof MoneyFragment>;

/** Disputes by deadline, refunds that didn't arrive, and payments without an answer. */
export function OpenCases({
  disputes,
  failedRefunds,
  unansweredPayments,
}: Pick<Found, "disputes" | "failedRefunds" | "unansweredPayments">) {
  const { t } = useLingui();
  const nameOf = useCaseNames();
  const states = { open: t`Open`, won: t`Won`, lost: t`Lost` };
  return (
    <>
      <FiguresTable
        id="disputes"
        title={t`Disputes`}
        note={t`An open dispute stops renewals and refunds. Send evidence to the provider before the deadline.`}
        empty={t`No disputes.`}
        columns={[
          { label: t`Dispute` },
          { label: t`Payment` },
          { label: t`Member` },
          { label: t`Invoice` },
          { label: t`Amount`, isFigure: true },
          { label: t`Reason` },
          { label: t`Status` },
          { label: t`Evidence due` },
        ]}
        rows={disputes.map((one) => ({
          key: one.provider + one.id,
          cells: [
            one.id,
            <PaymentLink key="payment" payment={one.payment} />,
            <MemberLink key="member" member={one.member} />,
            one.invoiceNumber ?? "–",
            formatMoney(one.amount, one.currencyCode),
            nameOf(one.reason),
            states[one.status],
            one.status === "open" && one.dueAt ? formatMonthDayYear(new Date(one.dueAt)) : "–",
          ],
        }))}
      />
      {failedRefunds.length > 0 && (
        <FiguresTable
          id="failed-refunds"
          title={t`Failed refunds`}
          empty=""
          columns={[
            { label: t`Invoice` },
            { label: t`Payment` },
            { label: t`Member` },
            { label: t`Amount`, isFigure: true },
            { label: t`Reason` },
            { label: t`Problem` },
            { label: t`Next step` },
          ]}
          rows={failedRefunds.map((one) => ({
            key: one.id,
            cells: [
              one.invoiceNumber ?? "–",
              <PaymentLink key="payment" payment={one.payment} />,
              <MemberLink key="member" member={one.member} />,
              formatMoney(one.amount, one.currencyCode),
              nameOf(one.reason),
              one.failure ? nameOf(one.failure) : "–",
              <RetryButton key="retry" id={one.id} />,
            ],
          }))}
        />
      )}
      {unansweredPayments.length > 0 && (
        <FiguresTable
          id="unanswered-payments"
          title={t`Payments without an answer`}
          note={t`We gave up waiting for them and still ask the provider. What it took is refunded.`}
          empty=""
          columns={[
            { label: t`Payment` },
            { label: t`Member` },
            { label: t`Amount`, isFigure: true },
            { label: t`Tries`, isFigure: true },
            { label: t`Since` },
          ]}
          rows={unansweredPayments.map((one) => ({
            key: one.id,
            cells: [
              <PaymentLink key="payment" payment={one.payment} />,
              <MemberLink key="member" member={one.member} />,
              formatMoney(one.amount, one.currencyCode),
              one.attempts,
              formatMonthDayYear(new Date(one.since)),
            ],
          }))}
        />
      )}
    </>
  );
}

function PaymentLink({ payment }: { payment: Found["disputes"][number]["payment"] }) {
  if (!payment) return "–";
  return <ProviderLink url={payment.dashboardUrl}>{`${payment.providerName} ${payment.ref}`}</ProviderLink>;
}

function RetryButton({ id }: { id: string }) {
  const { t } = useLingui();
  const [, retry] = useMutation(RetryRefund);
  const { confirmedCall, sheet } = useConfirmation();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await confirmedCall(() => retry({ id }));
    setBusy(false);
    if (result) showToast(result.error ? t`Couldn’t send the refund.` : t`Refund sent again.`);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void send()}>{t`Try again`}</Button>
      {sheet}
    </>
  );
}
