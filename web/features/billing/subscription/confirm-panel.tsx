import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { PaymentConfig } from "../providers/provider.ts";
import { refusalOf } from "../checkout/refusals.ts";
import { useConfirmation } from "../checkout/use-confirmation.ts";
import type { CurrentFragment } from "./current-fragment.ts";

type Subscription = ResultOf<typeof CurrentFragment>;

/** An open bank confirmation (3-D Secure), with one button. Shown until it is settled or expires. */
export function ConfirmPanel({
  subscription,
  action,
  config,
  startsAtOnce,
  onFault,
  onStale,
}: {
  subscription: Subscription;
  action: NonNullable<Subscription["nextAction"]>;
  config: PaymentConfig;
  /** The person has just pressed a button that needs the confirmation. */
  startsAtOnce: boolean;
  onFault: (text: string | null) => void;
  onStale: () => void;
}) {
  const { t } = useLingui();
  const amount = subscription.confirmation?.amount ?? 0;
  const money = formatMoney(amount, subscription.currencyCode);
  const { busy, confirm } = useConfirmation({
    id: subscription.id,
    action,
    config,
    startsAtOnce,
    onResult: (code) => {
      if (code === null) showToast(amount > 0 ? t`Payment confirmed.` : t`Card confirmed.`);
      onFault(code === null ? null : refusalOf(code).text);
      onStale();
    },
    onAsk: onStale,
  });
  return (
    <section className="step" aria-labelledby="confirm">
      <div className="stack gap-2" role="status">
        <h2 className="d2" id="confirm">{t`Confirm with your bank`}</h2>
        <p className="muted pretty">
          {amount > 0
            ? t`Your bank asks you to confirm ${money}. You haven’t been charged yet.`
            : t`Your bank asks you to confirm this card. No charge now.`}
        </p>
      </div>
      <div>
        <Button tone="go" size="l" busy={busy} onClick={confirm}>
          {amount > 0 ? t`Confirm ${money}` : t`Confirm card`}
        </Button>
      </div>
    </section>
  );
}
