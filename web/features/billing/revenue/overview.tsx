import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatCalendarDay, formatMonthDayYear, formatPart } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PeopleLink } from "../public/people-link.tsx";
import { useChurnNames } from "../public/use-churn-names.ts";
import { Figure, Figures } from "../../studio/public/figure.tsx";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { Differences } from "./differences.tsx";
import { subscriptionsByPlan } from "./figures.ts";
import { MoneyFragment } from "./money-fragment.ts";
import { MemberLink } from "../public/member-link.tsx";

const NetMrr = lazy(async () => ({ default: (await import("../public/net-mrr.tsx")).NetMrr }));
const RevenueFigures = lazy(async () => ({
  default: (await import("./revenue-figures.tsx")).RevenueFigures,
}));
const Cohorts = lazy(async () => ({ default: (await import("./cohorts.tsx")).Cohorts }));
const OpenCases = lazy(async () => ({ default: (await import("./open-cases.tsx")).OpenCases }));

/** The filter of the list of people by a plan's status. */
const stages = {
  active: "paying",
  payment_failed: "payment_failed",
  non_renewing: "leaving",
  in_trial: "trialing",
  paused: "paused",
} as const;

/** Why a payment failed, as the server names it. */
type FailureCode =
  | "CARD_DECLINED"
  | "INSUFFICIENT_FUNDS"
  | "CARD_EXPIRED"
  | "CARD_CVC_WRONG"
  | "PAYMENT_ACTION_REQUIRED"
  | "PAYMENT_REFUSED";

/** All figures; items that need attention come first. */
export function MoneyOverview({ overview }: { overview: FragmentOf<typeof MoneyFragment> }) {
  const { t } = useLingui();
  const reasonName = useChurnNames();
  const found = readFragment(MoneyFragment, overview);
  const { trials, churn, days, payingBefore } = found;
  const left = churn.filter(({ isTrial }) => !isTrial).reduce((sum, { count }) => sum + count, 0);
  const failures: Record<FailureCode, string> = {
    CARD_DECLINED: t`Card declined`,
    INSUFFICIENT_FUNDS: t`Insufficient funds`,
    CARD_EXPIRED: t`Card expired`,
    CARD_CVC_WRONG: t`Wrong security code`,
    PAYMENT_ACTION_REQUIRED: t`Not confirmed with the bank`,
    PAYMENT_REFUSED: t`Refused by the provider`,
  };
  const span = { from: found.since, until: found.now };
  const churned = (reason: string, phase: "trial" | "paid" | "any") =>
    ({ kind: "churned", ...span, reason, phase }) as const;
  return (
    <>
      <Suspense>
        <NetMrr series={found.netMrr} />
      </Suspense>
      <Suspense>
        <RevenueFigures />
      </Suspense>
      <Figures>
        <Figure
          name={t`Trials started`}
          note={t`${trials.ended} ended, ${formatPart(trials.paid, trials.ended)} converted`}
        >
          <PeopleLink figure={{ kind: "trials_started", ...span }}>{trials.started}</PeopleLink>
        </Figure>
        <Figure
          name={t`Churned members`}
          note={t`${formatPart(left, payingBefore)} of ${payingBefore} in ${days} days`}
        >
          <PeopleLink figure={churned("", "paid")}>{left}</PeopleLink>
        </Figure>
      </Figures>
      <FiguresTable
        id="webhooks"
        title={t`Failed webhooks (${found.failedWebhooksTotal})`}
        empty={t`None. All webhooks were processed.`}
        columns={[
          { label: t`Event` },
          { label: t`Kind` },
          { label: t`What went wrong` },
          { label: t`Received` },
        ]}
        rows={found.failedWebhooks.map((event) => ({
          key: event.provider + event.eventId,
          cells: [event.eventId, event.type, event.failure, formatMonthDayYear(new Date(event.receivedAt))],
        }))}
      />
      <Suspense>
        <OpenCases disputes={found.disputes} failedRefunds={found.failedRefunds} />
      </Suspense>
      <Differences differences={found.differences} />
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
        id="plans"
        title={t`By plan`}
        note={t`Net MRR as above: without tax, after promo codes, without members who are canceling.`}
        empty={t`No one has a subscription yet.`}
        columns={[
          { label: t`Plan` },
          { label: t`Currency` },
          { label: t`Paying`, isFigure: true },
          { label: t`Payment failed`, isFigure: true },
          { label: t`Canceling`, isFigure: true },
          { label: t`In trial`, isFigure: true },
          { label: t`Paused`, isFigure: true },
          { label: t`Net MRR`, isFigure: true },
        ]}
        rows={subscriptionsByPlan(found.subscriptionCounts).map((one) => ({
          key: one.planId + one.currencyCode,
          cells: [
            <Link
              key="plan"
              className="link"
              to={paths.studioPeople()}
              search={{ plan: one.planId, currency: one.currencyCode }}
            >
              {one.label}
            </Link>,
            one.currencyCode,
            ...(["active", "payment_failed", "non_renewing", "in_trial", "paused"] as const).map((status) => {
              const count = one.counts[status] ?? 0;
              if (count === 0) return 0;
              return (
                <Link
                  key={status}
                  className="link"
                  to={paths.studioPeople()}
                  search={{ plan: one.planId, stage: stages[status], currency: one.currencyCode }}
                >
                  {count}
                </Link>
              );
            }),
            formatMoney(one.recurring, one.currencyCode),
          ],
        }))}
      />
      {found.passSales.length > 0 && (
        <FiguresTable
          id="passes"
          title={t`Passes`}
          note={t`Paid once, and not part of MRR.`}
          empty=""
          columns={[
            { label: t`Pass` },
            { label: t`Currency` },
            { label: t`Running`, isFigure: true },
            { label: t`Sold in ${days} days`, isFigure: true },
            { label: t`Paid`, isFigure: true },
            { label: t`Refunded`, isFigure: true },
          ]}
          rows={found.passSales.map((one) => ({
            key: one.planId + one.currencyCode,
            cells: [
              <Link key="pass" className="link" to={paths.studioPeople()} search={{ plan: one.planId }}>
                {one.planName}
              </Link>,
              one.currencyCode,
              one.running,
              one.sold,
              formatMoney(one.paid, one.currencyCode),
              formatMoney(one.refunded, one.currencyCode),
            ],
          }))}
        />
      )}
      <Suspense>
        <Cohorts />
      </Suspense>
      <FiguresTable
        id="churn"
        title={t`Cancellation reasons`}
        empty={t`No cancellations in this period.`}
        columns={[
          { label: t`Reason` },
          { label: t`Members`, isFigure: true },
          { label: t`Trials`, isFigure: true },
        ]}
        rows={[...new Set(churn.map(({ reason }) => reason))].map((reason) => {
          const people = (phase: "trial" | "paid") => (
            <PeopleLink key={phase} figure={churned(reason, phase)}>
              {churn.find((one) => one.reason === reason && one.isTrial === (phase === "trial"))?.count ?? 0}
            </PeopleLink>
          );
          return { key: reason, cells: [reasonName(reason), people("paid"), people("trial")] };
        })}
      />
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
    </>
  );
}
