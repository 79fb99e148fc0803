import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { useQuery } from "urql";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ConfirmationFragment } from "./confirmation-fragment.ts";
import { refusalOf } from "./refusals.ts";

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
/** Polling interval in milliseconds. */
const askAgainMs = 2_000;

/** The bank requires a confirmation (3-D Secure). Polls for the result. */
export function Confirmation({
  subscription,
  publishableKey,
  onOther,
}: {
  subscription: FragmentOf<typeof ConfirmationFragment>;
  publishableKey: string | null;
  /** The person chose another payment method, which ends the pending payment. */
  onOther: () => void;
}) {
  const { t } = useLingui();
  const { nextAction } = readFragment(ConfirmationFragment, subscription);
  const [, again] = useQuery({ query: ConfirmationQuery, pause: true });
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const timer = setInterval(() => again({ requestPolicy: "network-only" }), askAgainMs);
    return () => clearInterval(timer);
  }, [again]);
  const secret = nextAction?.type === "stripe_confirm" ? nextAction.clientSecret : null;
  const confirm = useEffectEvent(async (clientSecret: string) => {
    if (!publishableKey) return;
    const { confirmWithStripe } = await import("./stripe.ts");
    const code = await confirmWithStripe(publishableKey, clientSecret);
    setFault(code ? refusalOf(code).text : null);
    again({ requestPolicy: "network-only" });
  });
  useEffect(() => {
    if (secret) void confirm(secret);
  }, [secret]);
  return (
    <div className="void void-page">
      <h1 className="d2">{t`Your bank wants to hear from you`}</h1>
      <p className="muted pretty" role="status">
        {t`Confirm the payment with your bank. This page goes on by itself once you have; until then nothing is charged.`}
      </p>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      <div className="row wrap">
        {nextAction?.url && (
          <a className={buttonClass({ tone: "go", size: "l" })} href={nextAction.url}>
            {t`Confirm with the bank`}
          </a>
        )}
        <Button size="l" onClick={onOther}>
          {t`Pay another way`}
        </Button>
      </div>
    </div>
  );
}
