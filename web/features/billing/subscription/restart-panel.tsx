import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { ConsentField } from "../checkout/consent-field.tsx";
import { perPeriod, termText } from "../checkout/intervals.ts";
import { LegalLinks } from "../checkout/legal-links.tsx";
import { refusalOf } from "../checkout/refusals.ts";
import type { CurrentFragment } from "./current-fragment.ts";
import { useMethodLabels } from "./method-labels.ts";
import type { SubscriptionCommands } from "./use-subscription-commands.ts";

type Offer = NonNullable<ResultOf<typeof CurrentFragment>["restart"]>;

/** Restarts an ended subscription in one press, with its payment method and the price beside the button. */
export function RestartPanel({
  offer,
  currencyCode,
  commands,
  onSettle,
}: {
  offer: Offer;
  currencyCode: string;
  commands: SubscriptionCommands;
  /** Shows the result of a command: `done` is the sentence after success. */
  onSettle: (outcome: ReturnType<SubscriptionCommands["restart"]>, done: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const consentId = useId();
  const methodLabels = useMethodLabels();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [hasConsent, setConsent] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { plan, amountDue, consentVersion } = offer;
  const money = (amount: number): string => formatMoney(amount, currencyCode);
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const due = money(amountDue);
  const then = `${money(plan.priceInCents)} ${perPeriod(plan.period, plan.periodUnit)}`;
  const method = methodLabels(offer.paymentMethod);
  const press = async (): Promise<void> => {
    if (consentVersion && !hasConsent) {
      setMissing(true);
      document.getElementById(consentId)?.focus();
      return;
    }
    const outcome = commands.restart({ amountDue, idempotencyKey, consentVersion });
    await onSettle(outcome, t`Welcome back.`);
    const { code } = await outcome;
    // A refusal is the final answer of its key; an unknown result is asked again.
    if (code !== null && !refusalOf(code).canRepeat) setKey(crypto.randomUUID());
  };
  return (
    <section className="step" aria-labelledby="restart">
      <h2 className="d2" id="restart">{t`Restart your plan`}</h2>
      <p className="pretty">{t`${name}: ${due} now with ${method}, then ${then} until you cancel.`}</p>
      {consentVersion && (
        <ConsentField id={consentId} isGiven={hasConsent} isMissing={isMissing} onChange={setConsent} />
      )}
      <div>
        <Button tone="go" size="l" busy={commands.busy} onClick={() => void press()}>
          {amountDue > 0 ? t`Pay ${due} and restart` : t`Restart now`}
        </Button>
      </div>
      <p className="t1 muted">
        {t`See the`} <LegalLinks />
      </p>
    </section>
  );
}
