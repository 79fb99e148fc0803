import { useLingui } from "@lingui/react/macro";
import { Suspense, useImperativeHandle, useRef, type Ref } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import type { BillingAddress } from "../../../../contract/card-field.ts";
import { paymentProviders } from "../providers/index.ts";
import type { CardFieldHandle, PaymentOrder } from "../providers/provider.ts";
import type { Agreement } from "./agreement.ts";
import type { Payment } from "./attempt.ts";
import { PaymentConfigFragment } from "./payment-config.ts";

/** Payment method of a purchase. */
export type PaidWith = Pick<Payment, "provider" | "paymentMethodType" | "token">;

export type PaymentPanelHandle = {
  /** Returns the payment method from the input, or an error code. INCOMPLETE: the field shows the error itself. */
  take: () => Promise<PaidWith | { code: string }>;
};

const faultId = "card-fault";

/** Payment methods of the current provider. */
export function PaymentPanel({
  config: masked,
  order,
  address,
  agreement,
  now,
  ref,
  fault,
  onSubmit,
  mayOpenWallet = () => true,
  onWallet,
}: {
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** Null for what isn't a subscription, such as a gift card. */
  order: PaymentOrder | null;
  /** The billing address. */
  address: BillingAddress;
  /** Null: nothing is charged now, only the payment method changes. */
  agreement: Agreement | null;
  /** Billing's current time. */
  now: Date;
  ref: Ref<PaymentPanelHandle>;
  /** Error of the card field. */
  fault: string | null;
  /** Enter was pressed in the card field. */
  onSubmit: () => void;
  /** Asked when a wallet is pressed, whose confirmation commits the purchase: false if the page still lacks something. */
  mayOpenWallet?: () => boolean;
  /** A wallet was confirmed, which commits the purchase. */
  onWallet: (paid: PaidWith) => void;
}) {
  const { t } = useLingui();
  const config = readFragment(PaymentConfigFragment, masked);
  const { provider } = config;
  const Methods = paymentProviders[provider]?.Methods;
  const field = useRef<CardFieldHandle>(null);
  useImperativeHandle(ref, () => ({
    take: async () => {
      if (!field.current) return { code: "PROVIDER_UNAVAILABLE" };
      const answer = await field.current.tokenize(address);
      return "token" in answer ? { provider, paymentMethodType: "card", token: answer.token } : answer;
    },
  }));
  return (
    <section className="stack" aria-labelledby="payment">
      <h2 className="t4" id="payment">{t`Payment`}</h2>
      <Suspense fallback={<div className="card-wait" />}>
        {Methods && (
          <Methods
            config={config}
            order={order}
            address={address}
            agreement={agreement}
            now={now}
            ref={field}
            faultId={faultId}
            onSubmit={onSubmit}
            mayOpenWallet={mayOpenWallet}
            onWallet={(paymentMethodType, token) => onWallet({ provider, paymentMethodType, token })}
          />
        )}
      </Suspense>
      <p className="hint hint-bad" id={faultId} role="alert">
        {fault}
      </p>
    </section>
  );
}
