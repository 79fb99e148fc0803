import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { AgreementText, ChargeDates, ChargeSum, useCommitLabel } from "../subscription/charges.tsx";
import { firstCharge } from "./agreement.ts";
import { CheckoutBar } from "./checkout-bar.tsx";
import type { CheckoutFormProps, CheckoutPlan } from "./checkout-form.tsx";
import { CheckoutHead, type Needed } from "./checkout-head.tsx";
import { ConsentField } from "./consent-field.tsx";
import { CouponField } from "./coupon-field.tsx";
import { couponLabels } from "../coupons/coupon-labels.ts";
import { termText } from "./intervals.ts";
import { LegalLinks } from "./legal-links.tsx";
import type { PaymentConfigFragment } from "./payment-config.ts";
import { PassPicker } from "./pass-picker.tsx";
import { PlaceField } from "./place-field.tsx";
import { addressOf, asksPostcode, type Places } from "./places.ts";
import { PlanPicker } from "./plan-picker.tsx";
import { PostcodeField } from "./postcode-field.tsx";
import type { PaidWith, PaymentPanelHandle } from "./payment-panel.tsx";
import type { StudentOfferFragment } from "./student-offer-fragment.ts";
import { StudentPrice } from "./student-price.tsx";
import { UnknownOutcome } from "./unknown-result.tsx";
import { useEstimate } from "./use-estimate.ts";

// Lazy: few people buy for a company.
const BillingDetails = lazy(async () => ({
  default: (await import("../billing-details/billing-details.tsx")).BillingDetails,
}));
// Lazy: the plans come first, the payment is below them.
const PaymentPanel = lazy(async () => ({ default: (await import("./payment-panel.tsx")).PaymentPanel }));

/** Purchase of one plan. Input is preserved when another plan is chosen. */
export function ChosenPlan({
  plan,
  opens,
  student,
  config,
  now,
  places,
  plans,
  passes,
  contents,
  isPassGone,
  onChoose,
  asked,
  runningPass: ownPass,
  next,
  busy,
  refusal,
  unknown,
  onPay,
  onRefuse,
  withoutTrial,
  isPricing,
  countryCode,
  onCountry,
}: CheckoutFormProps & {
  plan: CheckoutPlan;
  /** The access type that the class needs which led here. */
  opens: Needed | null;
  /** The student price; null without one. */
  student: FragmentOf<typeof StudentOfferFragment> | null;
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** Billing's current time. */
  now: Date;
  places: Places;
  plans: readonly CheckoutPlan[];
  passes: readonly CheckoutPlan[];
  /** What a plan or a pass opens. */
  contents: (plan: CheckoutPlan) => string | null;
  /** The person came for a pass that isn't sold any more. */
  isPassGone: boolean;
  onChoose: (plan: CheckoutPlan) => void;
}) {
  const { t } = useLingui();
  const commitLabel = useCommitLabel();
  const panel = useRef<PaymentPanelHandle>(null);
  const order = useRef<HTMLHeadingElement>(null);
  const [couponId, setCouponId] = useState(asked.couponId);
  const [asking, setAsking] = useState(false);
  const isBusy = busy || asking;
  const country = countryCode ?? places.countryCode;
  // Until the prices of another country have loaded, the previous ones are shown.
  const [pricedCountry, setPricedCountry] = useState(country);
  if (!isPricing && pricedCountry !== country) setPricedCountry(country);
  const [postcode, setPostcode] = useState("");
  const [isPostcodeMissing, setPostcodeMissing] = useState(false);
  const postcodeId = useId();
  const address = addressOf(pricedCountry, postcode);
  const {
    agreement,
    coupon,
    consentVersion,
    couponFault,
    postcodeFault,
    planFault,
    runningPass,
    ...estimate
  } = useEstimate(
    plan,
    address,
    couponId,
    withoutTrial,
    refusal?.code === "AMOUNT_MISMATCH" || refusal?.code === "PASS_CHANGED",
  );
  const fetching = estimate.fetching || isPricing;

  const consentId = useId();
  const [hasConsent, setConsent] = useState(false);
  const [isConsentMissing, setConsentMissing] = useState(false);
  const lacksConsent = (): boolean => {
    if (!consentVersion || hasConsent) return false;
    setConsentMissing(true);
    document.getElementById(consentId)?.focus();
    return true;
  };

  const payWith = (paid: PaidWith): void => {
    onPay({
      ...paid,
      planId: plan.id,
      ...address,
      couponIds: coupon ? [coupon.id] : [],
      withoutTrial,
      amountDue: agreement.estimate.amountDue,
      firstAmount: firstCharge(agreement),
      consentVersion,
      runningPass,
    });
  };
  const payByCard = async (): Promise<void> => {
    // A price that is still loading can't be agreed to.
    if (isBusy || unknown || fetching || planFault || !panel.current) return;
    if (!ownPass && asksPostcode(pricedCountry) && (!address.postcode || postcodeFault)) {
      setPostcodeMissing(true);
      document.getElementById(postcodeId)?.focus();
      return;
    }
    if (lacksConsent()) return;
    setAsking(true);
    onRefuse(null);
    const answer = await panel.current.take();
    setAsking(false);
    if (!("code" in answer)) payWith(answer);
    else if (answer.code !== "INCOMPLETE") onRefuse(answer.code);
  };
  const rhythm = termText(plan.period, plan.periodUnit);
  return (
    <div className="pay">
      <form
        className="stack pay-form"
        inert={unknown !== null}
        onSubmit={(event) => {
          event.preventDefault();
          void payByCard();
        }}
      >
        <CheckoutHead agreement={agreement} opens={opens} now={now} />
        {plans.length > 0 && (
          <PlanPicker plans={plans} chosen={plan} contents={contents} onChoose={onChoose} />
        )}
        <PassPicker passes={passes} chosen={plan} contents={contents} onChoose={onChoose} />
        {student && (
          <StudentPrice
            offer={student}
            planId={plan.id}
            isPass={!plan.renews}
            isApplied={coupon !== null}
            onApply={(code) => {
              onRefuse(null);
              setCouponId(code);
            }}
          />
        )}
        {isPassGone && <p className="hint">{t`The pass you had is no longer sold.`}</p>}
        {(planFault ?? refusal?.field === "plan") && (
          <p className="hint hint-bad" role="alert">
            {planFault ?? refusal?.text}
          </p>
        )}
        {/* What follows a pass is sold where the pass was. */}
        {!ownPass && (
          <PlaceField
            places={places}
            countryCode={country}
            onCountry={(chosen) => {
              onRefuse(null);
              onCountry(chosen);
            }}
          >
            {asksPostcode(country) && (
              <PostcodeField
                id={postcodeId}
                countryCode={country}
                typed={postcode}
                fault={
                  postcodeFault ??
                  (isPostcodeMissing && !address.postcode
                    ? t`Enter your full postal code so we can calculate tax.`
                    : null)
                }
                onType={(typed) => {
                  setPostcode(typed);
                  if (refusal?.field === "place") onRefuse(null);
                }}
              />
            )}
          </PlaceField>
        )}
        {refusal?.field === "place" && (
          <p className="hint hint-bad" role="alert">
            {refusal.text}
          </p>
        )}
        <Suspense fallback={<div className="payment-wait" />}>
          <PaymentPanel
            config={config}
            order={{
              planInfo: { planId: plan.id, ...address },
              couponId: coupon?.id ?? null,
              withoutTrial,
            }}
            address={address}
            agreement={agreement}
            now={now}
            ref={panel}
            fault={refusal?.field === "card" ? refusal.text : null}
            onSubmit={() => void payByCard()}
            mayOpenWallet={() => !planFault && !lacksConsent()}
            onWallet={payWith}
          />
        </Suspense>
        <CouponField
          applied={coupon ? couponLabels(coupon, plan.currencyCode) : null}
          fault={refusal?.field === "coupon" ? refusal.text : couponFault}
          busy={couponId !== null && fetching}
          onApply={(code) => {
            onRefuse(null);
            setCouponId(code);
          }}
          onRemove={() => setCouponId(null)}
        />
        {!unknown && <CheckoutBar agreement={agreement} order={order} />}
      </form>
      <aside className="stack pay-sum" aria-label={t`Order summary`}>
        <h2 className="t4 pay-order" ref={order} tabIndex={-1}>{t`${plan.name}, ${rhythm}`}</h2>
        <div className={fetching ? "stack is-old" : "stack"} aria-live="polite" aria-busy={fetching}>
          <ChargeDates agreement={agreement} now={now} />
          <ChargeSum agreement={agreement} />
        </div>
        <Suspense>
          <BillingDetails countryCode={country} />
        </Suspense>
        {unknown ? (
          <UnknownOutcome refusal={refusal} busy={busy} {...unknown} />
        ) : (
          <>
            {consentVersion && (
              <ConsentField
                id={consentId}
                isGiven={hasConsent}
                isMissing={isConsentMissing}
                onChange={setConsent}
              />
            )}
            <p className="hint hint-bad" role="alert">
              {refusal && refusal.field === null ? refusal.text : null}
            </p>
            <Button tone="go" size="l" wide busy={isBusy || fetching} onClick={() => void payByCard()}>
              {commitLabel(agreement)}
            </Button>
          </>
        )}
        <AgreementText agreement={agreement}>
          <LegalLinks />
        </AgreementText>
        <Link className="btn btn-text" to={next}>{t`Not now`}</Link>
      </aside>
    </div>
  );
}
