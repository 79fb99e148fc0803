import "./price-list.css";
import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { lengthOf, perPeriod } from "../checkout/intervals.ts";
import { intervalsOf, plansPaid } from "../checkout/plan-choice.ts";
import { PriceListFragment } from "./price-list-fragment.ts";

type Plan = ResultOf<typeof PriceListFragment>;

/** What plans of one row have in common. */
const rowOf = ({ name, accessType, seats }: Plan): string => JSON.stringify([name, accessType, seats]);

/** Plans with their prices; those that differ in the interval alone share a row. Each leads to the checkout with it chosen. */
export function PriceList({ plans }: { plans: readonly FragmentOf<typeof PriceListFragment>[] }) {
  const { t } = useLingui();
  const all = plans.map((plan) => readFragment(PriceListFragment, plan));
  const sorted = intervalsOf(all).flatMap((interval) => plansPaid(all, interval));
  return (
    <ul className="price-list">
      {[...Map.groupBy(sorted, rowOf)].map(([row, versions]) => {
        const { name, seats } = versions[0]!;
        return (
          <li key={row}>
            <span>
              <span className="strong">{name}</span>
              {seats > 1 && (
                <span className="facts">
                  <span>{t`For up to ${seats} people`}</span>
                </span>
              )}
            </span>
            <span className="price-list-amounts">
              {versions.map((plan) => (
                <Link key={plan.id} to={paths.checkout()} search={{ plan: plan.id }}>
                  <b className="num">{formatMoney(plan.priceInCents, plan.currencyCode, { short: true })}</b>
                  <span className="t1 muted">{perPeriod(plan.period, plan.periodUnit)}</span>
                  {plan.isBestValue && <span className="tag">{t`Best value`}</span>}
                  <Trial plan={plan} />
                </Link>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Trial({ plan: { trialPeriod, trialPeriodUnit, trialEndTime } }: { plan: Plan }) {
  const { t } = useLingui();
  if (!trialEndTime || !trialPeriod || !trialPeriodUnit) return null;
  const trial = lengthOf(trialPeriod, trialPeriodUnit);
  return <span className="price-list-trial t1">{t`Free for ${trial}`}</span>;
}
