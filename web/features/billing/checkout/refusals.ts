import { t } from "@lingui/core/macro";
import { countryName } from "./places.ts";

/** Field that an error belongs to; null shows it above the button. */
export type RefusalField = "card" | "coupon" | "place" | "plan" | null;

export type Refusal = {
  code: string;
  field: RefusalField;
  /** The error, what wasn't affected, and what to do. */
  text: string;
  /** Resending the same attempt, under its idempotency key, can help. */
  canRepeat: boolean;
  /** The person's subscription may have changed: refetch it. */
  isStale: boolean;
};

/**
 * Message for a rejected payment, coupon or change. `code`: the server's code, or NETWORK if there was no
 * response.
 * `countryCode`: the country whose prices can be charged, if that is the reason.
 */
export function refusalOf(code: string, countryCode: string | null = null): Refusal {
  const say = (field: RefusalField, text: string, more: Partial<Refusal> = {}): Refusal => ({
    code,
    field,
    text,
    canRepeat: false,
    isStale: false,
    ...more,
  });
  switch (code) {
    case "CARD_DECLINED":
      return say(
        "card",
        t`Your bank declined this card. You weren’t charged. Try another card or contact your bank.`,
      );
    case "INSUFFICIENT_FUNDS":
      return say("card", t`Insufficient funds. You weren’t charged. Try another card.`);
    case "CARD_EXPIRED":
      return say("card", t`This card has expired. You weren’t charged. Try another card.`);
    case "CARD_CVC_WRONG":
      return say("card", t`Wrong security code. You weren’t charged. Check the code and try again.`);
    case "PAYMENT_ACTION_REQUIRED":
      return say(
        "card",
        t`Your bank couldn’t verify the payment. You weren’t charged. Try again or use another card.`,
      );
    case "PAYMENT_REFUSED":
      return say(
        "card",
        t`This payment was refused. You weren’t charged. Use another payment method or contact us.`,
      );
    case "PAYMENT_USED":
      return say("card", t`This payment was already used. Reload the page and start again.`);
    case "PAN_REJECTED":
      return say("card", t`That looks like a card number. We didn’t store it. Enter it in the card field.`);
    case "COUPON_UNKNOWN":
      return say("coupon", t`We don’t recognize that code. Check for typos.`);
    case "STUDENT_PROOF_MISSING":
      return say("coupon", t`This price is for students. Verify your school email address, or contact us.`);
    case "COUPON_EXPIRED":
      return say("coupon", t`This code has expired.`);
    case "COUPON_EXHAUSTED":
      return say("coupon", t`This code has reached its limit.`);
    case "COUPON_NOT_APPLICABLE":
      return say("coupon", t`This code doesn’t work with this plan.`);
    case "TRIAL_NOT_AVAILABLE":
      return say(
        "card",
        t`You’ve already used a free trial. You weren’t charged. See the price without a trial below.`,
        { isStale: true },
      );
    case "PASS_NOT_NEEDED":
      return say("plan", t`You already have access, so you don’t need this pass now.`, { isStale: true });
    case "PASS_CHANGED":
      return say(null, t`Your pass has changed. You weren’t charged. Check its new end and try again.`, {
        isStale: true,
      });
    case "PLAN_UNKNOWN":
      return say("plan", t`This plan is no longer available. Choose another.`, { isStale: true });
    case "BAD_INPUT":
      return say("place", t`Enter a valid postal code for this country.`);
    case "PRICE_NOT_ACCEPTED":
      return say("plan", t`Your plan has a new price. Accept it first. You weren’t charged.`, {
        isStale: true,
      });
    case "AMOUNT_MISMATCH":
      if (countryCode)
        return say(
          "place",
          t`Your location and card are from ${countryName(countryCode)}, so we’ve updated prices and tax. You weren’t charged. Review before you pay.`,
        );
      return say(null, t`The amount has changed. You weren’t charged. Check the new amount and try again.`, {
        isStale: true,
      });
    case "ILLEGAL_TRANSITION":
      return say(null, t`Your subscription has changed. Here’s the latest.`, {
        isStale: true,
      });
    case "IN_PROGRESS":
      return say(
        null,
        t`Your payment is processing. Wait a moment, then try again. You won’t be charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "IDEMPOTENCY_KEY_REUSED":
      return say(null, t`Something changed. You weren’t charged. Try again.`);
    case "OUTCOME_UNKNOWN":
      return say(
        null,
        t`Your payment takes longer than usual and may still go through. Try again in a moment. You won’t be charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "PROVIDER_UNAVAILABLE":
      return say(
        null,
        t`Payments are temporarily unavailable. Try again in a few minutes. You won’t be charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "NETWORK":
      return say(null, t`Can’t connect. Try again when you’re online. You won’t be charged twice.`, {
        canRepeat: true,
      });
    case "RATE_LIMITED":
      return say(null, t`Too many attempts. You weren’t charged. Try again in a few minutes.`, {
        canRepeat: true,
      });
    case "FORBIDDEN":
      return say(null, t`Only the account’s owner can pay. Switch to their profile.`);
    case "REGISTRATION_REQUIRED":
      return say(null, t`Sign up first. Your progress comes with you.`);
    default:
      return say(null, t`Something went wrong on our end. Try again. You won’t be charged twice.`, {
        canRepeat: true,
      });
  }
}
