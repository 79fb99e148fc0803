import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { lengthOf, termText } from "../checkout/intervals.ts";
import { countryName } from "../checkout/places.ts";
import type { Grid, GridCurrency, GridPlan, GridPrice } from "./fragments.ts";
import { dayText } from "./price-labels.ts";

type PriceGridProps = {
  grid: Grid;
  onPrice: (planId: string, currencyCode: string, countryCode: string) => void;
  onPlan: (plan: GridPlan) => void;
};

/** Plans with their prices by currency: a table on wide screens, a list of plans on phones. */
export function PriceGrid({ grid, onPrice, onPlan }: PriceGridProps) {
  const { t } = useLingui();
  const opens: Record<GridPlan["accessType"], string> = {
    free: t`Free classes`,
    basic: t`Basic classes`,
    standard: t`Basic and standard classes`,
    premium: t`All classes`,
  };
  return (
    <table className="price-grid">
      <caption className="sr-only">{t`Prices by plan and currency`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Plan`}</th>
          {grid.currencies.map((currency) => (
            <th key={currency.currencyCode} scope="col">
              <span className="strong">{currency.currencyCode}</span>
              <TaxNote currency={currency} />
            </th>
          ))}
          <th scope="col">{t`Members`}</th>
        </tr>
      </thead>
      <tbody>
        {grid.plans.map((plan) => (
          <tr key={plan.id} data-retired={plan.isOffered ? undefined : ""}>
            <th scope="row">
              <span className="strong">
                {plan.name}, {termText(plan.period, plan.periodUnit)}
              </span>{" "}
              {!plan.isOffered && <span className="tag">{t`Retired`}</span>}
              {plan.isBestValue && plan.isOffered && <span className="tag">{t`Best value`}</span>}
              <span className="t1 muted price-facts">
                {[
                  plan.opens
                    ? plan.opens.kind === "course"
                      ? t`One course`
                      : t`One class`
                    : opens[plan.accessType],
                  plan.opens
                    ? t`the whole family`
                    : plural(plan.seats, { one: "# person", other: "# people" }),
                  !plan.renews
                    ? t`pass, doesn’t renew`
                    : plan.trialDays === null
                      ? t`no trial`
                      : t`${lengthOf(plan.trialDays, "day")} free trial`,
                ].join(" · ")}
              </span>
              {plan.opens ? (
                <Link
                  className={buttonClass({ size: "s", tone: "line" })}
                  aria-label={t`Edit ${plan.name}, ${termText(plan.period, plan.periodUnit)}`}
                  {...(plan.opens.kind === "course"
                    ? { to: paths.studioCourses(), search: { course: plan.opens.id } }
                    : { to: paths.editClass(plan.opens.id) })}
                >
                  {t`Edit`}
                </Link>
              ) : (
                <Button
                  size="s"
                  tone="line"
                  aria-label={t`Edit ${plan.name}, ${termText(plan.period, plan.periodUnit)}`}
                  onClick={() => onPlan(plan)}
                >
                  {t`Edit`}
                </Button>
              )}
            </th>
            {grid.currencies.map((currency) => (
              <td key={currency.currencyCode} data-label={currency.currencyCode}>
                <Cell plan={plan} currency={currency} onPrice={onPrice} />
              </td>
            ))}
            <td data-label={t`Members`} className="tn">
              {plan.members}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TaxNote({ currency }: { currency: GridCurrency }) {
  const { t } = useLingui();
  const { taxName, taxPercent, isTaxIncluded, taxCountryCode } = currency;
  const tax = `${taxPercent}% ${taxName}`;
  return (
    <span className="t1 muted price-facts">
      {isTaxIncluded ? t`incl. ${tax} (${taxCountryCode})` : t`plus tax`}
    </span>
  );
}

function Cell({
  plan,
  currency,
  onPrice,
}: {
  plan: GridPlan;
  currency: GridCurrency;
  onPrice: PriceGridProps["onPrice"];
}) {
  const { t } = useLingui();
  const { currencyCode } = currency;
  const prices = plan.prices.filter((price) => price.currencyCode === currencyCode);
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  if (!prices.some(({ countryCode }) => countryCode === ""))
    return (
      <Button
        size="s"
        tone="line"
        aria-label={t`Add a price in ${currencyCode}: ${name}`}
        onClick={() => onPrice(plan.id, currencyCode, "")}
      >
        {t`Add price`}
      </Button>
    );
  return (
    <span className="price-cells">
      {prices.map((price) => (
        <PriceButton
          key={price.countryCode}
          price={price}
          name={name}
          isTaxIncluded={currency.isTaxIncluded}
          onPress={() => onPrice(plan.id, currencyCode, price.countryCode)}
        />
      ))}
    </span>
  );
}

function PriceButton({
  price,
  name,
  isTaxIncluded,
  onPress,
}: {
  price: GridPrice;
  name: string;
  isTaxIncluded: boolean;
  onPress: () => void;
}) {
  const { t } = useLingui();
  const { current, upcoming, currencyCode, countryCode } = price;
  const [next] = upcoming;
  const amount = current ? formatMoney(current.amount, currencyCode) : "–";
  const net = current ? formatMoney(current.net, currencyCode) : "";
  const upcomingText = next
    ? t`${formatMoney(next.amount, currencyCode)} from ${dayText(next.validFrom)}`
    : null;
  const country = countryCode ? countryName(countryCode) : null;
  return (
    <button type="button" className="price-cell" onClick={onPress}>
      <span className="sr-only">
        {name}, {currencyCode},{" "}
      </span>
      <span className="strong tn">{amount}</span>
      <span className="t1 muted tn">{country ?? (isTaxIncluded ? t`net ${net}` : t`plus tax`)}</span>
      {upcomingText && <span className="t1 price-upcoming tn">{upcomingText}</span>}
    </button>
  );
}
