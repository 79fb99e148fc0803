import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import type { Grid, GridPlan, GridPrice } from "./fragments.ts";
import { dayText } from "./price-labels.ts";

/** What can be done to a version. */
export type PriceAct = "move" | "correct" | "takeBack";

/** The present version of a price and later ones, with what can be done to each. */
export function PriceVersions({
  price,
  grid,
  plan,
  onAct,
}: {
  price: GridPrice;
  grid: Grid;
  plan: GridPlan;
  onAct: (versionId: string, act: PriceAct) => void;
}) {
  const { t } = useLingui();
  const { currencyCode, current, members } = price;
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  // Past versions are history: members move to the present one or to a later one.
  const shown = price.versions.filter(({ validFrom }) => validFrom >= (current?.validFrom ?? ""));
  const isAnnounced = (id: string): boolean =>
    grid.changes.some((change) => change.versionId === id && change.planId === plan.id && !change.undoneAt);
  return (
    <>
      <ul className="price-versions" aria-label={t`Prices from a day on`}>
        {shown.map((version) => {
          const day = dayText(version.validFrom);
          const amount = money(version.amount);
          // A pass is paid once: no member pays its new price.
          const others = plan.renews && members.some((paying) => paying.amount !== version.amount);
          return (
            <li key={version.id}>
              <div>
                <p>
                  <span className="strong tn">{amount}</span>{" "}
                  <span className="t1 muted">
                    {version.id === current?.id ? t`for new members now` : t`for new members from ${day}`}
                  </span>{" "}
                  {others && isAnnounced(version.id) && <span className="tag">{t`Announced`}</span>}
                </p>
                {version.takeBackLock === "bought" && (
                  <p className="hint">{t`Someone already chose it. To change it, set a new price.`}</p>
                )}
                {version.takeBackLock === "only" && (
                  <p className="hint">
                    {version.correctionLock
                      ? t`Running members are moving to it, and the plan isn’t sold in ${currencyCode} without it. Set a price from a later day, or retire the plan.`
                      : t`The plan isn’t sold in ${currencyCode} without it. Correct it, or retire the plan.`}
                  </p>
                )}
              </div>
              <div className="row wrap">
                {others && !isAnnounced(version.id) && (
                  <Button
                    size="s"
                    aria-label={t`Move running members to ${amount}`}
                    onClick={() => onAct(version.id, "move")}
                  >
                    {t`Move running members`}
                  </Button>
                )}
                {version.correctionLock === null && (
                  <Button
                    size="s"
                    tone="line"
                    aria-label={t`Correct ${amount}`}
                    onClick={() => onAct(version.id, "correct")}
                  >
                    {t`Correct`}
                  </Button>
                )}
                {version.takeBackLock === null && (
                  <Button
                    size="s"
                    tone="line"
                    aria-label={t`Delete ${amount}`}
                    onClick={() => onAct(version.id, "takeBack")}
                  >
                    {t`Delete`}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {plan.renews && members.length > 0 && (
        <p className="t1 muted">
          {members
            .map(({ amount, count }) =>
              plural(count, {
                one: `# member keeps ${money(amount)}`,
                other: `# members keep ${money(amount)}`,
              }),
            )
            .join(" · ")}
        </p>
      )}
    </>
  );
}
