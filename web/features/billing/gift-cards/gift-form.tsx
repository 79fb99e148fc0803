import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useRef, useState } from "react";
import { localeOf } from "../../../../contract/locales.ts";
import { dayIn, deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import type { Agreement } from "../checkout/agreement.ts";
import type { PaymentConfigFragment } from "../checkout/payment-config.ts";
import type { PaymentPanelHandle } from "../checkout/payment-panel.tsx";
import { PlaceField } from "../checkout/place-field.tsx";
import { addressOf, type Places } from "../checkout/places.ts";
import { UnknownOutcome } from "../checkout/unknown-result.tsx";
import { LegalLinks } from "../checkout/legal-links.tsx";
import { GiftOfferFragment } from "./fragments.ts";
import { giftText } from "./gift-text.ts";
import type { PaidWith } from "./purchase.ts";
import { RecipientFields, type GiftFaults, type Recipient } from "./recipient-fields.tsx";
import { useGiftPayment } from "./use-gift-payment.ts";
import { firstChoice, giftOf, ValueFields } from "./value-fields.tsx";

// Lazy: the gift comes first, the payment is below it.
const PaymentPanel = lazy(async () => ({
  default: (await import("../checkout/payment-panel.tsx")).PaymentPanel,
}));

type GiftFormProps = {
  offer: FragmentOf<typeof GiftOfferFragment>;
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** Billing's current time. */
  now: Date;
  places: Places;
  countryCode: string;
  /** Prices of another country are being fetched. */
  isPricing: boolean;
  personId: string;
  /** A guest gives an address for the receipt. */
  asksEmail: boolean;
  onCountry: (countryCode: string) => void;
  onBought: () => void;
};

/** What is given, to whom and when, and its payment. */
export function GiftForm({
  offer: masked,
  config,
  now,
  places,
  countryCode,
  isPricing,
  personId,
  asksEmail,
  onCountry,
  onBought,
}: GiftFormProps) {
  const { t, i18n } = useLingui();
  const offer = readFragment(GiftOfferFragment, masked);
  const { currencyCode } = offer;
  const [choice, setChoice] = useState(() => firstChoice(offer));
  const [recipient, setRecipient] = useState<Recipient>(() => ({
    delivery: "email",
    email: "",
    locale: localeOf(i18n.locale),
    sendOn: "",
    senderName: "",
    message: "",
  }));
  const today = dayIn(now, deviceTimeZone());
  const [buyerEmail, setBuyerEmail] = useState("");
  const [faults, setFaults] = useState<GiftFaults>({});
  const { open, busy, refusal, refuse, send, abandon } = useGiftPayment({ personId, onCountry, onBought });
  const [asking, setAsking] = useState(false);
  const panel = useRef<PaymentPanelHandle>(null);
  const gift = giftOf(offer, choice);
  const { isInRange } = gift;
  const price = formatMoney(gift.amount, currencyCode);
  const address = addressOf(countryCode, "");
  const [least, most] = [formatMoney(offer.least, currencyCode), formatMoney(offer.most, currencyCode)];

  const check = (): boolean => {
    const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
    const found: GiftFaults = {
      ...(isInRange ? {} : { amount: t`Enter an amount from ${least} to ${most}.` }),
      ...(recipient.delivery === "email" && !isEmail(recipient.email)
        ? { recipientEmail: t`Enter a valid email.` }
        : {}),
      ...(asksEmail && !isEmail(buyerEmail) ? { buyerEmail: t`Enter your email, for the receipt.` } : {}),
    };
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  const payWith = (paid: PaidWith): Promise<void> =>
    send({
      key: crypto.randomUUID(),
      personId,
      paid,
      order: {
        amount: gift.amount,
        currencyCode,
        countryCode,
        ...(gift.planId === null ? {} : { planId: gift.planId, months: gift.months }),
        ...(asksEmail ? { buyerEmail: buyerEmail.trim() } : {}),
        gift: {
          senderName: recipient.senderName,
          message: recipient.message,
          recipientLocale: recipient.locale,
          ...(recipient.delivery === "email"
            ? {
                recipientEmail: recipient.email.trim(),
                sendOn: recipient.sendOn > today ? recipient.sendOn : null,
              }
            : {}),
        },
      },
    });
  const pay = async (): Promise<void> => {
    if (busy || asking || open || isPricing || !panel.current || !check()) return;
    setAsking(true);
    refuse(null);
    const answer = await panel.current.take();
    setAsking(false);
    if (!("code" in answer)) await payWith(answer);
    else if (answer.code !== "INCOMPLETE") refuse(answer.code);
  };
  return (
    <div className="pay">
      <form
        className="stack pay-form"
        noValidate
        inert={open !== null}
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
      >
        <ValueFields offer={offer} choice={choice} fault={faults.amount} onChange={setChoice} />
        <RecipientFields recipient={recipient} today={today} faults={faults} onChange={setRecipient} />
        {asksEmail && (
          <section className="stack gap-4" aria-labelledby="gift-receipt">
            <h2 className="t4" id="gift-receipt">{t`Your receipt`}</h2>
            <LineField
              label={t`Your email`}
              type="email"
              most={254}
              autoComplete="email"
              value={buyerEmail}
              fault={faults.buyerEmail}
              onChange={(event) => setBuyerEmail(event.currentTarget.value)}
            />
          </section>
        )}
        <PlaceField places={places} countryCode={countryCode} onCountry={onCountry}>
          {null}
        </PlaceField>
        {refusal?.field === "place" && (
          <p className="hint hint-bad" role="alert">
            {refusal.text}
          </p>
        )}
        <Suspense fallback={<div className="payment-wait" />}>
          <PaymentPanel
            config={config}
            order={null}
            address={address}
            agreement={agreementOf(gift.amount, currencyCode, now, t`Gift card`)}
            now={now}
            ref={panel}
            fault={refusal?.field === "card" ? refusal.text : null}
            onSubmit={() => void pay()}
            mayOpenWallet={check}
            onWallet={(paid) => void payWith(paid)}
          />
        </Suspense>
      </form>
      <aside className="stack pay-sum" aria-label={t`Order summary`}>
        <h2 className="t4">{t`Gift card`}</h2>
        <dl className={isPricing ? "sum is-old" : "sum"}>
          {gift.planId !== null && (
            <div>
              <dt>{giftText(gift)}</dt>
              <dd>{price}</dd>
            </div>
          )}
          <div className="sum-total">
            <dt>{t`Total`}</dt>
            <dd className="num">{price}</dd>
          </div>
        </dl>
        <p className="t1 muted pretty">
          {t`Tax is included when the card is redeemed. You can return it until then.`}
        </p>
        {open ? (
          <UnknownOutcome
            refusal={refusal}
            busy={busy}
            onRepeat={() => void send(open)}
            onAbandon={abandon}
          />
        ) : (
          <>
            <p className="hint hint-bad" role="alert">
              {refusal && refusal.field !== "card" && refusal.field !== "place" ? refusal.text : null}
            </p>
            <Button tone="go" size="l" wide busy={busy || asking || isPricing} onClick={() => void pay()}>
              {t`Pay ${price}`}
            </Button>
          </>
        )}
        <p className="t1 muted pretty">
          <LegalLinks />
        </p>
      </aside>
    </div>
  );
}

/** The charge of a gift card, as the payment methods show it. */
const agreementOf = (amount: number, currencyCode: string, now: Date, name: string): Agreement => ({
  plan: {
    name,
    period: 1,
    periodUnit: "year",
    priceInCents: amount,
    currencyCode,
    trialPeriod: null,
    trialPeriodUnit: null,
  },
  estimate: {
    amountDue: amount,
    subTotal: amount,
    discountsTotal: 0,
    taxTotal: 0,
    taxes: [],
    creditsApplied: 0,
    waived: 0,
    total: amount,
    dueAt: now.toISOString(),
  },
  isTrial: false,
  renewal: 0,
  coupon: null,
  passEndsAt: null,
  runningPassEndsAt: null,
});
