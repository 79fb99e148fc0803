import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { planLabel } from "../people/labels.ts";
import type { MemberImport, RowState } from "./member-import-fragment.ts";

/** No choice yet, and the choice to take nothing over, as options; plans have other ids. */
const [open, none] = ["?", ""];

type Named = NonNullable<MemberImport["subscriptions"]>;
type RunningSubscriptionsProps = {
  named: Named;
  counts: Record<RowState, number>;
  onChoose: (price: string, planId: string | null) => void;
  onAskAgain: () => void;
};

/** The running subscriptions that a list names: whether they were checked, and which plan goes on with each of their prices. */
export function RunningSubscriptions({ named, counts, onChoose, onAskAgain }: RunningSubscriptionsProps) {
  const { t } = useLingui();
  const { providerName, prices } = named;
  const { unchecked, unreachable, subscription_forbidden: forbidden } = counts;
  const provider = providerName ?? "";
  if (providerName !== null && prices.length === 0 && unchecked + unreachable + forbidden === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="member-subscriptions">
      <h3 className="t3 strong" id="member-subscriptions">{t`Running subscriptions`}</h3>
      {providerName === null ? (
        <p className="t1 muted pretty">
          {t`Stripe isn’t set up here, so we can’t take subscriptions over. To invite these people without one, set the column to “Not used”.`}
        </p>
      ) : (
        <p className="t1 muted pretty">
          {t`Choose a plan for each price. From the next payment date, we charge the same amount, and ${provider} doesn’t.`}
        </p>
      )}
      <p className="t1 tn empty:hidden">
        {unchecked > 0 &&
          plural(unchecked, {
            one: `Checking with ${provider}. # row to go.`,
            other: `Checking with ${provider}. # rows to go.`,
          })}
      </p>
      {unreachable + forbidden > 0 && (
        <div className="row wrap gap-3">
          <p className="t1 bad">
            {forbidden > 0
              ? t`${provider} refused our key. Check its permissions.`
              : plural(unreachable, {
                  one: `${provider} didn’t answer for # row.`,
                  other: `${provider} didn’t answer for # rows.`,
                })}
          </p>
          <Button onClick={onAskAgain}>{t`Try again`}</Button>
        </div>
      )}
      {prices.length > 0 && (
        <div className="import-fields">
          {prices.map((price) => (
            <PriceChoice key={price.value} price={price} onChoose={onChoose} />
          ))}
        </div>
      )}
    </section>
  );
}

function PriceChoice({
  price,
  onChoose,
}: {
  price: Named["prices"][number];
  onChoose: RunningSubscriptionsProps["onChoose"];
}) {
  const { t } = useLingui();
  const { value, rows, amount, currencyCode, plans, planId, isChosen } = price;
  const name = planLabel({ ...price, name: price.name ?? value });
  const money = formatMoney(amount, currencyCode);
  return (
    <Select
      label={t`${name}, ${money} (${plural(rows, { one: "# row", other: "# rows" })})`}
      value={isChosen ? (planId ?? none) : open}
      fault={
        plans.length === 0 && !isChosen ? t`No plan has this interval and a price in ${currencyCode}.` : null
      }
      onChoose={(chosen) => onChoose(value, chosen === none ? null : chosen)}
      options={[
        ...(isChosen ? [] : [{ value: open, label: t`Choose a plan` }]),
        { value: none, label: t`Don’t take over` },
        ...plans.map((plan) => ({ value: plan.id as string, label: planLabel(plan) })),
      ]}
    />
  );
}
