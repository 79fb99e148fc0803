import { useLingui } from "@lingui/react/macro";
import type { Stripe, StripeElements, StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import type { BillingAddress } from "../../../../../contract/card-field.ts";
import { fieldFontUrl } from "../field-font.ts";
import { LoadFailed } from "../load-failed.tsx";
import type { PaymentMethodsProps, Tokenized } from "../provider.ts";
import { stripeAppearance, stripeCode, stripeFor } from "./stripe.ts";

/** Stripe requires a currency even if nothing is charged and only the payment method changes. */
const anyCurrency = "usd";

/** Stripe's card field and wallets: Stripe's own code in Stripe's frames, loaded when rendered. */
export function StripeMethods({ config, ...props }: PaymentMethodsProps) {
  const { publishableKey } = config;
  return publishableKey && <Elements publishableKey={publishableKey} {...props} />;
}

function Elements({
  publishableKey,
  agreement,
  ref,
  mayOpenWallet,
  onWallet,
}: Omit<PaymentMethodsProps, "config"> & { publishableKey: string }) {
  const { t } = useLingui();
  const walletBox = useRef<HTMLDivElement>(null);
  const cardBox = useRef<HTMLDivElement>(null);
  const loaded = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [hasWallets, setHasWallets] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const amount = agreement?.estimate.amountDue ?? 0;
  const currency = (agreement?.plan.currencyCode ?? anyCurrency).toLowerCase();
  const begin = useEffectEvent(() => intentOf(amount, currency));
  const mayOpen = useEffectEvent(() => mayOpenWallet());
  const byWallet = useEffectEvent(async (event: StripeExpressCheckoutElementConfirmEvent) => {
    const answer = await tokenize(loaded.current, null);
    if ("code" in answer) return event.paymentFailed({ reason: "fail" });
    const paymentMethodType = walletOf[event.expressPaymentType];
    if (paymentMethodType) onWallet(paymentMethodType, answer.token);
  });

  useEffect(() => {
    let isUnmounted = false;
    void stripeFor(publishableKey).then((stripe) => {
      if (isUnmounted || !walletBox.current || !cardBox.current) return;
      if (!stripe) return setState("failed");
      const elements = stripe.elements({
        ...begin(),
        paymentMethodCreation: "manual",
        allowedPaymentMethodTypes: ["card", "paypal"],
        appearance: stripeAppearance(),
        fonts: [{ family: "Instrument Sans", src: `url(${fieldFontUrl()})`, weight: "400 700" }],
      });
      loaded.current = { stripe, elements };
      const express = elements.create("expressCheckout", {
        paymentMethods: { applePay: "always", googlePay: "always", link: "never" },
        // Taxes depend on the billing address.
        billingAddressRequired: true,
      });
      express.on("ready", ({ availablePaymentMethods }) => setHasWallets(Boolean(availablePaymentMethods)));
      // Stripe opens no wallet for a press that isn't resolved.
      express.on("click", (event) => {
        if (mayOpen()) event.resolve();
      });
      express.on("confirm", (event) => void byWallet(event));
      express.mount(walletBox.current);
      const card = elements.create("payment", {
        paymentMethodOrder: ["card"],
        wallets: { applePay: "never", googlePay: "never" },
        // The page has its own fields for these.
        fields: { billingDetails: { address: { country: "never", postalCode: "never" } } },
      });
      card.on("ready", () => setState("ready"));
      card.on("loaderror", () => setState("failed"));
      card.mount(cardBox.current);
    });
    return () => {
      isUnmounted = true;
      loaded.current?.elements.getElement("payment")?.destroy();
      loaded.current?.elements.getElement("expressCheckout")?.destroy();
      loaded.current = null;
    };
  }, [publishableKey, attempt]);
  useEffect(() => {
    loaded.current?.elements.update(intentOf(amount, currency));
  }, [amount, currency]);
  useImperativeHandle(ref, () => ({ tokenize: (address) => tokenize(loaded.current, address) }));
  return (
    <>
      <div ref={walletBox} hidden={!hasWallets} />
      {hasWallets && <p className="or">{t`or pay by card`}</p>}
      <div ref={cardBox} className="card-wait" />
      {state === "failed" && (
        <LoadFailed
          onRetry={() => {
            setState("loading");
            setAttempt(attempt + 1);
          }}
        />
      )}
    </>
  );
}

const walletOf: Partial<
  Record<
    StripeExpressCheckoutElementConfirmEvent["expressPaymentType"],
    Parameters<PaymentMethodsProps["onWallet"]>[0]
  >
> = { apple_pay: "apple_pay", google_pay: "google_pay", paypal: "paypal_express_checkout" };

/** A trial charges nothing today: its card uses setup mode. */
function intentOf(amount: number, currency: string) {
  return amount > 0
    ? { mode: "subscription" as const, amount, currency }
    : { mode: "setup" as const, currency, setupFutureUsage: "off_session" as const };
}

/** @param address the billing address; null: the wallet's own */
async function tokenize(
  loaded: { stripe: Stripe; elements: StripeElements } | null,
  address: BillingAddress | null,
): Promise<Tokenized> {
  if (!loaded) return { code: "PROVIDER_UNAVAILABLE" };
  const { stripe, elements } = loaded;
  const { error: incomplete } = await elements.submit();
  if (incomplete) return { code: stripeCode(incomplete) };
  const { paymentMethod, error } = await stripe.createPaymentMethod({
    elements,
    ...(address
      ? {
          params: {
            billing_details: {
              address: { country: address.countryCode, postal_code: address.postcode ?? "" },
            },
          },
        }
      : {}),
  });
  return error ? { code: stripeCode(error) } : { token: paymentMethod.id };
}
