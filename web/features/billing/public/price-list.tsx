import "./price-list.css";
import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { lengthOf, perPeriod } from "../checkout/intervals.ts";
import { intervalsOf, plansPaid } from "../checkout/plan-choice.ts";
import { PriceListFragment } from "./price-list-fragment.ts";

/** Plans with their prices; those of one name share a row. Each leads to the checkout with it chosen. */
export function PriceList({ plans }: { plans: readonly FragmentOf<typeof PriceListFragment>[] }) {
  const { t } = useLingui();
  const all = plans.map((plan) => readFragment(PriceListFragment, plan));
  const sorted = intervalsOf(all).flatMap((interval) => plansPaid(all, interval));
  return (
    <ul className="price-list">
      {[...Map.groupBy(sorted, ({ name }) => name)].map(([name, versions]) => {
        const { seats, trialPeriod, trialPeriodUnit, trialEndTime } = versions[0]!;
        const trial =
          trialEndTime && trialPeriod && trialPeriodUnit ? lengthOf(trialPeriod, trialPeriodUnit) : null;
        const facts = [
          seats > 1 ? t`For up to ${seats} people` : null,
          trial === null ? null : t`Free for ${trial}`,
        ].filter((fact) => fact !== null);
        return (
          <li key={name}>
            <span>
              <span className="strong">{name}</span>
              {facts.length > 0 && (
                <span className="facts">
                  {facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
              )}
            </span>
            <span className="price-list-amounts">
              {versions.map((plan) => (
                <Link key={plan.id} to={paths.checkout()} search={{ plan: plan.id }}>
                  <b className="num">{formatMoney(plan.priceInCents, plan.currencyCode, { short: true })}</b>
                  <span className="t1 muted">{perPeriod(plan.period, plan.periodUnit)}</span>
                  {plan.isBestValue && <span className="tag">{t`Best value`}</span>}
                </Link>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
