import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import type { PaymentConfigFragment } from "../checkout/payment-config.ts";
import { PaymentPanel, type PaidWith, type PaymentPanelHandle } from "../checkout/payment-panel.tsx";
import { addressOf, asksPostcode } from "../checkout/places.ts";
import { PostcodeField } from "../checkout/postcode-field.tsx";
import { refusalOf } from "../checkout/refusals.ts";
import { Step } from "./step.tsx";
import { StoredMethods } from "./stored-methods.tsx";

/** Changes the payment method from now on; an open payment is retried with it at once. */
export function MethodStep({
  subscriptionId,
  config,
  countryCode,
  now,
  isOwing,
  busy,
  fault,
  onFault,
  onChange,
  onLeave,
}: {
  subscriptionId: string;
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** Country whose taxes apply. */
  countryCode: string;
  now: Date;
  /** A payment is open. */
  isOwing: boolean;
  busy: boolean;
  fault: string | null;
  onFault: (text: string | null) => void;
  onChange: (paid: PaidWith) => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const panel = useRef<PaymentPanelHandle>(null);
  const [asking, setAsking] = useState(false);
  const isBusy = busy || asking;
  const postcodeId = useId();
  const [postcode, setPostcode] = useState("");
  const [isPostcodeMissing, setPostcodeMissing] = useState(false);
  const address = addressOf(countryCode, postcode);
  const save = async (): Promise<void> => {
    if (isBusy || !panel.current) return;
    if (asksPostcode(countryCode) && !address.postcode) {
      setPostcodeMissing(true);
      document.getElementById(postcodeId)?.focus();
      return;
    }
    setAsking(true);
    onFault(null);
    const answer = await panel.current.take();
    setAsking(false);
    if (!("code" in answer)) onChange(answer);
    else if (answer.code !== "INCOMPLETE") onFault(refusalOf(answer.code).text);
  };
  return (
    <Step
      title={t`Update payment method`}
      lead={
        isOwing
          ? t`We’ll charge the outstanding amount now and keep your access.`
          : t`No charge now. We’ll use it for your next payment.`
      }
      leaveLabel={t`Cancel`}
      onLeave={onLeave}
    >
      <StoredMethods subscriptionId={subscriptionId} />
      {asksPostcode(countryCode) && (
        <PostcodeField
          id={postcodeId}
          countryCode={countryCode}
          typed={postcode}
          fault={
            isPostcodeMissing && !address.postcode
              ? t`Enter your full postal code so we can calculate tax.`
              : null
          }
          onType={setPostcode}
        />
      )}
      <PaymentPanel
        config={config}
        order={{ subscriptionId }}
        address={address}
        agreement={null}
        now={now}
        ref={panel}
        fault={fault}
        onSubmit={() => void save()}
        onWallet={onChange}
      />
      <div>
        <Button tone="go" size="l" busy={isBusy} onClick={() => void save()}>
          {isOwing ? t`Pay with this card` : t`Save card`}
        </Button>
      </div>
    </Step>
  );
}
