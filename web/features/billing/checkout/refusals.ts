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
        t`Your bank declined the card without saying why. Nothing was charged. Try another card, or ask your bank.`,
      );
    case "INSUFFICIENT_FUNDS":
      return say("card", t`There isn’t enough on this card. Nothing was charged. Try another one.`);
    case "CARD_EXPIRED":
      return say("card", t`This card has expired. Nothing was charged. Check the date, or try another card.`);
    case "CARD_CVC_WRONG":
      return say(
        "card",
        t`The security code is not this card’s. Nothing was charged. It stands on the back, by the signature.`,
      );
    case "PAYMENT_ACTION_REQUIRED":
      return say(
        "card",
        t`Your bank didn’t confirm the payment. Nothing was charged. Try again and confirm it, or use another card.`,
      );
    case "PAYMENT_REFUSED":
      return say(
        "card",
        t`The payment service refused this payment. Nothing was charged. Use another way to pay, or write to the studio.`,
      );
    case "PAYMENT_USED":
      return say("card", t`This payment was used before. Reload the page and begin a new one.`);
    case "PAN_REJECTED":
      return say(
        "card",
        t`That was a card number where none belongs. It wasn’t kept. Type it into the card’s own field.`,
      );
    case "COUPON_UNKNOWN":
      return say("coupon", t`There is no such coupon. Check the letters.`);
    case "COUPON_EXPIRED":
      return say("coupon", t`This coupon has expired.`);
    case "COUPON_EXHAUSTED":
      return say("coupon", t`This coupon has been used as often as it may be.`);
    case "COUPON_NOT_APPLICABLE":
      return say(
        "coupon",
        t`This coupon is not for this plan. Choose another plan, or leave the coupon out.`,
      );
    case "TRIAL_NOT_AVAILABLE":
      return say(
        "card",
        t`A trial was used with this card or this account before. Nothing was charged: below is what it costs without one.`,
        { isStale: true },
      );
    case "PLAN_UNKNOWN":
      return say("plan", t`This plan is no longer offered. Choose one of those above.`, { isStale: true });
    case "BAD_INPUT":
      return say("place", t`This isn’t a code of that country. Check its letters and digits.`);
    case "AMOUNT_MISMATCH":
      if (countryCode)
        return say(
          "place",
          t`Where you are and your way to pay speak of ${countryName(countryCode)}. Nothing was charged. These are its prices and taxes: look at them, then decide.`,
        );
      return say(null, t`The amount has changed. You weren’t charged. Check the new amount and try again.`, {
        isStale: true,
      });
    case "ILLEGAL_TRANSITION":
      return say(
        null,
        t`Your subscription has changed meanwhile, so this wasn’t done. Here is how it stands now.`,
        {
          isStale: true,
        },
      );
    case "IN_PROGRESS":
      return say(
        null,
        t`Your payment is still on its way. Give it a moment, then press again: it is never charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "IDEMPOTENCY_KEY_REUSED":
      return say(null, t`Something changed between two tries. Nothing was charged. Press once more.`);
    case "PROVIDER_UNAVAILABLE":
      return say(
        null,
        t`The payment service doesn’t answer. Press again in a few minutes: it is never charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "NETWORK":
      return say(
        null,
        t`We can’t reach the studio. Press again once you are online: it is never charged twice.`,
        {
          canRepeat: true,
        },
      );
    case "RATE_LIMITED":
      return say(null, t`That was often. Wait a few minutes, then try again. Nothing was charged.`, {
        canRepeat: true,
      });
    case "FORBIDDEN":
      return say(null, t`Only the account’s owner can pay. Switch to their profile.`);
    case "REGISTRATION_REQUIRED":
      return say(null, t`Register first; everything that you have done so far stays.`);
    default:
      return say(null, t`That didn’t work, and the fault is ours. Press again: it is never charged twice.`, {
        canRepeat: true,
      });
  }
}
