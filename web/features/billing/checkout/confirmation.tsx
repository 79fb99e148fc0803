import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmationFragment } from "./confirmation-fragment.ts";
import { PaymentConfigFragment } from "./payment-config.ts";
import { refusalOf } from "./refusals.ts";
import { useConfirmation } from "./use-confirmation.ts";

const ConfirmationQuery = graphql(
  `
    query SubscriptionConfirmation {
      userSubscriptionHistory {
        id
        status
        nextBillingAt
        ...Confirmation
      }
    }
  `,
  [ConfirmationFragment],
);

/** The bank requires a confirmation (3-D Secure). Polls for the result. */
export function Confirmation({
  subscription,
  config,
  onOther,
}: {
  subscription: FragmentOf<typeof ConfirmationFragment>;
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** The person chose another payment method, which ends the pending payment. */
  onOther: () => void;
}) {
  const { t } = useLingui();
  const { id, nextAction } = readFragment(ConfirmationFragment, subscription);
  const [, again] = useQuery({ query: ConfirmationQuery, pause: true });
  const [fault, setFault] = useState<string | null>(null);
  const ask = (): void => again({ requestPolicy: "network-only" });
  const { busy, confirm } = useConfirmation({
    id,
    action: nextAction ?? { url: null, clientSecret: null },
    config: readFragment(PaymentConfigFragment, config),
    // The checkout's press leads here, so that the bank's window opens without another one.
    startsAtOnce: true,
    onResult: (code) => {
      setFault(code ? refusalOf(code).text : null);
      ask();
    },
    onAsk: ask,
  });
  return (
    <div className="void void-page">
      <h1 className="d2">{t`Confirm with your bank`}</h1>
      <p className="muted pretty" role="status">
        {t`Approve the payment with your bank. This page updates automatically. You haven’t been charged yet.`}
      </p>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      <div className="row wrap">
        {nextAction && (
          <Button tone="go" size="l" busy={busy} onClick={confirm}>
            {t`Confirm payment`}
          </Button>
        )}
        <Button size="l" onClick={onOther}>
          {t`Pay another way`}
        </Button>
      </div>
    </div>
  );
}
