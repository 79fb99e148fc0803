import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { perPeriod } from "../checkout/intervals.ts";
import type { CurrentFragment } from "./current-fragment.ts";
import type { SubscriptionCommands } from "./use-subscription-commands.ts";

type Current = ResultOf<typeof CurrentFragment>;

/** A new price: from when, what happens without consent, and both ways to answer. */
export function PricePanel({
  price,
  subscription: { plan, currencyCode },
  commands,
  onSettle,
  onCancel,
}: {
  price: NonNullable<Current["pendingPriceNotice"]>;
  subscription: Current;
  commands: SubscriptionCommands;
  /** Shows the result of a command: `done` is the sentence after success. */
  onSettle: (outcome: ReturnType<SubscriptionCommands["acceptPrice"]>, done: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  const { oldAmount, newAmount, needsConsent, endsWithoutConsent, acceptedAt } = price;
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  const before = money(oldAmount);
  const after = `${money(newAmount)} ${perPeriod(plan.period, plan.periodUnit)}`;
  const day = formatMonthDayYear(new Date(price.effectiveAt));
  const isOpen = needsConsent && acceptedAt === null;
  return (
    <section className="step" aria-labelledby="price-notice">
      <h2 className="d2" id="price-notice">
        {newAmount < oldAmount ? t`A lower price for you` : t`A new price for your plan`}
      </h2>
      <p className="pretty">
        {isOpen
          ? t`From ${day}, we’d like to charge ${after} instead of ${before}.`
          : t`From ${day}, you pay ${after} instead of ${before}.`}
      </p>
      {isOpen && (
        <p className="t1 muted pretty">
          {endsWithoutConsent
            ? t`Without your consent, your subscription ends on ${day} with no further charge.`
            : t`Without your consent, your price stays as it is.`}
        </p>
      )}
      {needsConsent && acceptedAt !== null && (
        <p className="t1 muted">{t`You accepted it on ${formatMonthDayYear(new Date(acceptedAt))}.`}</p>
      )}
      {newAmount > oldAmount && (
        <div className="row wrap">
          {isOpen && (
            <Button
              tone="go"
              busy={commands.busy}
              onClick={() => void onSettle(commands.acceptPrice(newAmount), t`You accepted the new price.`)}
            >
              {t`Accept new price`}
            </Button>
          )}
          <Button tone="line" onClick={onCancel}>
            {t`Cancel free of charge`}
          </Button>
        </div>
      )}
    </section>
  );
}
