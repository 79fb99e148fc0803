import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatCalendarDay, formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { MemberLink } from "../public/member-link.tsx";
import { PeopleLink } from "../public/people-link.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import type { MoneyFragment } from "./money-fragment.ts";
import { TaxOverrides } from "./tax-overrides.tsx";

/** Why a payment failed, as the server names it. */
type FailureCode =
  | "CARD_DECLINED"
  | "INSUFFICIENT_FUNDS"
  | "CARD_EXPIRED"
  | "CARD_CVC_WRONG"
  | "PAYMENT_ACTION_REQUIRED"
  | "PAYMENT_REFUSED";

/** Payments in retry, what was paid by month, and tax rates. */
export function PaymentsView({ found }: { found: ResultOf<typeof MoneyFragment> }) {
  const { t } = useLingui();
  const failures: Record<FailureCode, string> = {
    CARD_DECLINED: t`Card declined`,
    INSUFFICIENT_FUNDS: t`Insufficient funds`,
    CARD_EXPIRED: t`Card expired`,
    CARD_CVC_WRONG: t`Wrong security code`,
    PAYMENT_ACTION_REQUIRED: t`Not confirmed with the bank`,
    PAYMENT_REFUSED: t`Refused by the provider`,
  };
  const span = { from: found.since, until: found.now };
  return (
    <>
      <FiguresTable
        id="dunning-totals"
        title={t`Payments in retry`}
        empty={t`None. All payments succeeded.`}
        columns={[
          { label: t`Currency` },
          { label: t`Open`, isFigure: true },
          { label: t`Open amount`, isFigure: true },
          { label: t`Recovered`, isFigure: true },
          { label: t`Failed`, isFigure: true },
        ]}
        rows={found.dunningTotals.map((one) => ({
          key: one.currencyCode,
          cells: [
            one.currencyCode,
            <PeopleLink key="open" figure={{ kind: "dunning", currency: one.currencyCode }}>
              {one.openCount}
            </PeopleLink>,
            formatMoney(one.openAmount, one.currencyCode),
            <span key="recovered">
              <PeopleLink figure={{ kind: "recovered", ...span, currency: one.currencyCode }}>
                {one.recoveredCount}
              </PeopleLink>
              {`: ${formatMoney(one.recoveredAmount, one.currencyCode)}`}
            </span>,
            <span key="lost">
              <PeopleLink figure={{ kind: "lost", ...span, currency: one.currencyCode }}>
                {one.lostCount}
              </PeopleLink>
              {`: ${formatMoney(one.lostAmount, one.currencyCode)}`}
            </span>,
          ],
        }))}
      />
      {found.dunning.length > 0 && (
        <FiguresTable
          id="dunning"
          title={t`Next retries`}
          empty=""
          columns={[
            { label: t`Member` },
            { label: t`Plan` },
            { label: t`Amount`, isFigure: true },
            { label: t`Tries`, isFigure: true },
            { label: t`Why` },
            { label: t`Next retry` },
          ]}
          rows={found.dunning.map((one) => ({
            key: one.subscriptionId,
            cells: [
              <MemberLink key="member" member={one.member} />,
              one.planName,
              formatMoney(one.amountDue, one.currencyCode),
              one.attempts,
              one.failureCode === null ? "" : (failures[one.failureCode as FailureCode] ?? one.failureCode),
              one.retryAt ? formatMonthDayYear(new Date(one.retryAt)) : t`Manual`,
            ],
          }))}
        />
      )}
      <FiguresTable
        id="income"
        title={t`Paid, by month`}
        empty={t`Nothing was paid in the last twelve months.`}
        columns={[
          { label: t`Month` },
          { label: t`Currency` },
          { label: t`Invoices`, isFigure: true },
          { label: t`Paid`, isFigure: true },
          { label: t`Refunded`, isFigure: true },
          { label: t`Tax included`, isFigure: true },
        ]}
        rows={found.income.map((one) => ({
          key: one.month + one.currencyCode,
          cells: [
            formatCalendarDay(new Date(one.month), "month"),
            one.currencyCode,
            one.invoices,
            formatMoney(one.paid, one.currencyCode),
            formatMoney(one.refunded, one.currencyCode),
            formatMoney(one.tax, one.currencyCode),
          ],
        }))}
      />
      <TaxOverrides />
    </>
  );
}
