import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "../../../lib/money.ts";
import { lengthOf } from "./intervals.ts";
import type { PickablePlan } from "./plan-picker.tsx";
import { PlanOption } from "./plan-option.tsx";

/** Passes, one row each with its length and its one price; nothing where none is sold. `contents` describes each. */
export function PassPicker<P extends PickablePlan>({
  passes,
  chosen,
  contents,
  onChoose,
}: {
  passes: readonly P[];
  chosen: P;
  contents: (pass: P) => string | null;
  onChoose: (pass: P) => void;
}) {
  const { t } = useLingui();
  if (passes.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="passes">
      <div className="stack gap-1">
        <h2 className="t4" id="passes">{t`Or a pass`}</h2>
        <p className="hint">{t`Paid once. It ends after its days and doesn’t renew.`}</p>
      </div>
      <div className="plans" role="radiogroup" aria-labelledby="passes">
        {passes.map((pass) => {
          const length = lengthOf(pass.period, pass.periodUnit);
          return (
            <PlanOption
              key={pass.id}
              id={pass.id}
              name={`${pass.name}, ${length}`}
              tags={pass.isSubscribed && <span className="tag">{t`Current pass`}</span>}
              contents={contents(pass)}
              price={
                <span className="plan-price">
                  <b className="num">{formatMoney(pass.priceInCents, pass.currencyCode, { short: true })}</b>
                  <span className="t1 muted">
                    {t({ message: "once", comment: "After a price: paid one time" })}
                  </span>
                </span>
              }
              isChosen={pass.id === chosen.id}
              onChoose={() => onChoose(pass)}
            />
          );
        })}
      </div>
    </section>
  );
}
