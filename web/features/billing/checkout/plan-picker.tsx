import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatMoney } from "../../../lib/money.ts";
import { Segments } from "../../../ui/segments.tsx";
import { perPeriod } from "./intervals.ts";
import {
  intervalsOf,
  likeIn,
  plansPaid,
  savingOfAll,
  type ChoosablePlan,
  type Interval,
} from "./plan-choice.ts";
import { PlanOption } from "./plan-option.tsx";

export type PickablePlan = ChoosablePlan & {
  currencyCode: string;
  monthlyCostInCents: number;
  annualSavingsInCents: number | null;
  isSubscribed: boolean;
};

/** Plan picker: the interval first, then one row per plan with its full price. `contents` describes each plan. */
export function PlanPicker<P extends PickablePlan>({
  plans,
  chosen,
  contents,
  onChoose,
}: {
  plans: readonly P[];
  chosen: P;
  contents: (plan: P) => string | null;
  onChoose: (plan: P) => void;
}) {
  const { t } = useLingui();
  const intervals = intervalsOf(plans);
  // While a pass is chosen, the plans stay as they were.
  const [shown, setShown] = useState<Interval>(intervals.at(-1) ?? "year");
  const interval = intervals.find((one) => one === chosen.periodUnit) ?? shown;
  if (interval !== shown) setShown(interval);
  const saving = savingOfAll(plans, "year");
  const names: Record<Interval, string> = {
    month: t`Monthly`,
    year: saving === null ? t`Yearly` : t`Yearly, save ${saving}%`,
  };
  return (
    <section className="stack" aria-labelledby="plan">
      <div className="row between wrap">
        <h2 className="t4" id="plan">{t`Plan`}</h2>
        {intervals.length > 1 && (
          <Segments
            label={t`Paid`}
            options={intervals.map((value) => ({ value, label: names[value] }))}
            value={interval}
            onChoose={(next) => {
              const like = likeIn(plans, chosen, next);
              if (like) onChoose(like);
            }}
          />
        )}
      </div>
      <div className="plans" role="radiogroup" aria-labelledby="plan">
        {plansPaid(plans, interval).map((plan) => (
          <PlanOption
            key={plan.id}
            id={plan.id}
            name={plan.name}
            tags={
              <>
                {plan.isBestValue && <span className="tag">{t`Best value`}</span>}
                {plan.isSubscribed && <span className="tag">{t`Current plan`}</span>}
              </>
            }
            contents={contents(plan)}
            price={<PlanPrice plan={plan} />}
            isChosen={plan.id === chosen.id}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </div>
      <Saving plan={chosen} />
    </section>
  );
}

function PlanPrice({ plan }: { plan: PickablePlan }) {
  const { t } = useLingui();
  const monthly = formatMoney(plan.monthlyCostInCents, plan.currencyCode);
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  return (
    <span className="plan-price">
      <b className="num">{formatMoney(plan.priceInCents, plan.currencyCode, { short: true })}</b>
      <span className="t1 muted">
        {plan.periodUnit === "year" ? t`${rhythm}, ${monthly} a month` : rhythm}
      </span>
    </span>
  );
}

/** Saving of a yearly plan against twelve monthly payments. */
function Saving({ plan }: { plan: PickablePlan }) {
  const { t } = useLingui();
  if (plan.periodUnit !== "year" || !plan.annualSavingsInCents) return null;
  const saved = formatMoney(plan.annualSavingsInCents, plan.currencyCode);
  return <p className="hint">{t`Save ${saved} compared with paying monthly.`}</p>;
}
