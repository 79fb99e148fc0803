import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PeopleLink } from "../public/people-link.tsx";
import { useChurnNames } from "../public/use-churn-names.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { Cohorts } from "./cohorts.tsx";
import { subscriptionsByPlan } from "./figures.ts";
import type { MoneyFragment } from "./money-fragment.ts";

/** The filter of the list of people by a plan's status. */
const stages = {
  active: "paying",
  payment_failed: "payment_failed",
  non_renewing: "leaving",
  in_trial: "trialing",
  paused: "paused",
} as const;

/** Members by plan and pass, who stays, and why others left. */
export function MembersView({ found }: { found: ResultOf<typeof MoneyFragment> }) {
  const { t } = useLingui();
  const reasonName = useChurnNames();
  const { churn, days } = found;
  const span = { from: found.since, until: found.now };
  const churned = (reason: string, phase: "trial" | "paid") =>
    ({ kind: "churned", ...span, reason, phase }) as const;
  return (
    <>
      <FiguresTable
        id="plans"
        title={t`By plan`}
        note={t`Net MRR: without tax, after promo codes, without members who are canceling.`}
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
            { label: t`Buyers`, isFigure: true },
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
              <PeopleLink
                key="running"
                figure={{ kind: "pass_running", plan: one.planId, currency: one.currencyCode }}
              >
                {one.running}
              </PeopleLink>,
              one.sold,
              <PeopleLink
                key="buyers"
                figure={{ kind: "pass_sold", ...span, plan: one.planId, currency: one.currencyCode }}
              >
                {one.buyers}
              </PeopleLink>,
              formatMoney(one.paid, one.currencyCode),
              formatMoney(one.refunded, one.currencyCode),
            ],
          }))}
        />
      )}
      <Cohorts />
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
    </>
  );
}
