import { DomainError } from "../../platform/errors.ts";
import type { FailureCode } from "./rules/dunning.ts";
import { inEnglish, moneyIn, msg, utcDay } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";

/** A mailed link that confirms a request is damaged or too old. */
export class LinkInvalid extends DomainError {
  constructor() {
    super("LINK_INVALID", msg("This link is damaged or too old. Send the form again."));
  }
}

/** The plan does not exist or is not offered in this country. */
export class PlanUnknown extends DomainError {
  constructor() {
    super("PLAN_UNKNOWN", msg("This plan isn’t available. Choose another."), {
      details: { field: "planId" },
    });
  }
}

export class CouponUnknown extends DomainError {
  constructor() {
    super("COUPON_UNKNOWN", msg("We don’t recognize this promo code. Check for typos."), {
      details: { field: "couponId" },
    });
  }
}

export class CouponExpired extends DomainError {
  constructor() {
    super("COUPON_EXPIRED", msg("This promo code has expired."), { details: { field: "couponId" } });
  }
}

/** The redemption limit is reached, or this account has used the coupon before. */
export class CouponExhausted extends DomainError {
  constructor() {
    super("COUPON_EXHAUSTED", msg("This promo code has reached its limit."), {
      details: { field: "couponId" },
    });
  }
}

/** The coupon applies to other plans or other currencies. */
export class CouponNotApplicable extends DomainError {
  constructor() {
    super("COUPON_NOT_APPLICABLE", msg("This promo code doesn’t work with this plan."), {
      details: { field: "couponId" },
    });
  }
}

/** The promo code is for students, and the account hasn't shown that it is one's. */
export class StudentProofMissing extends DomainError {
  constructor() {
    super(
      "STUDENT_PROOF_MISSING",
      msg("This price is for students. Verify your school email address, or contact us."),
      { status: 403, details: { field: "couponId" } },
    );
  }
}

/** No gift card has this code. */
export class GiftCardUnknown extends DomainError {
  constructor() {
    super("GIFT_CARD_UNKNOWN", msg("We don’t recognize this code. Check for typos."), {
      details: { field: "code" },
    });
  }
}

/** The gift card was redeemed by someone else, or returned. */
export class GiftCardUsed extends DomainError {
  constructor() {
    super("GIFT_CARD_USED", msg("This gift card was already redeemed or returned."), {
      details: { field: "code" },
    });
  }
}

/** The account pays in another currency, so that the credit would pay for nothing. */
export class GiftCardCurrency extends DomainError {
  constructor(currencyCode: string) {
    super(
      "GIFT_CARD_CURRENCY",
      msg("Your plan is paid in {currencyCode}, and this gift card is in another currency. Contact us.", {
        currencyCode,
      }),
      { details: { field: "code" } },
    );
  }
}

/** The studio already has a coupon with this code, possibly archived. */
export class CouponExists extends DomainError {
  constructor() {
    super("COUPON_EXISTS", msg("This promo code already exists. Choose another."), {
      status: 409,
      details: { field: "code" },
    });
  }
}

/** The card or the person already had a trial. Nothing was charged: paying at once is a separate decision. */
export class TrialNotAvailable extends DomainError {
  constructor() {
    super("TRIAL_NOT_AVAILABLE", msg("You’ve already used a free trial. You weren’t charged."));
  }
}

/** The transition is not allowed from the current status. */
export class IllegalTransition extends DomainError {
  constructor(from: string, trigger: string) {
    super("ILLEGAL_TRANSITION", inEnglish(`Can’t apply ${trigger}: the subscription is ${from}.`), {
      details: { status: from, trigger },
    });
  }
}

/** The subscription's owner does this, such as an app store. */
export class ManagedElsewhere extends DomainError {
  /** @param url the provider's page where it is done; null if there is none */
  constructor(url: string | null = null) {
    super("MANAGED_ELSEWHERE", msg("This subscription is managed where it was bought."), {
      status: 409,
      ...(url ? { details: { url } } : {}),
    });
  }
}

/** Staff with a limit refund more than the studio lets them. */
export class RefundLimitReached extends DomainError {
  /** @param limit of one invoice or gift card, in minor units */
  constructor(limit: number, currencyCode: string) {
    super(
      "REFUND_LIMIT",
      msg(
        "Support can refund up to {limit} of an invoice or gift card. Finance and admins have no limit: ask one of them.",
        { limit: moneyIn(currencyCode, limit) },
      ),
      { status: 403, details: { limit, currencyCode } },
    );
  }
}

/** The idempotency key was used with another input. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super(
      "IDEMPOTENCY_KEY_REUSED",
      inEnglish("This idempotency key was used with different input. Use a new one."),
    );
  }
}

/** The same call, or another one of this account, is in progress. */
export class InProgress extends DomainError {
  constructor() {
    super("IN_PROGRESS", msg("This is still in progress. Try again in a moment."), {
      details: { retryAfterSeconds: 2 },
    });
  }
}

/** The payment method pays for a running subscription. */
export class PaymentMethodInUse extends DomainError {
  constructor() {
    super(
      "PAYMENT_METHOD_IN_USE",
      msg("Your subscription is paid by this method. Make another one the default first."),
      { status: 409, details: { field: "paymentMethodId" } },
    );
  }
}

/** The amount differs from the one that the server computes. */
export class AmountMismatch extends DomainError {
  /**
   * @param details `countryCode`: the country whose prices can be charged, if the country was the mismatch.
   * `amountDue`: what would be charged now, in minor units.
   */
  constructor(details: { countryCode?: string; amountDue?: number } = {}) {
    super("AMOUNT_MISMATCH", msg("The amount has changed. You weren’t charged. Review the new amount."), {
      details,
    });
  }
}

/**
 * Compares the amount that the person agreed to with the one that would be charged now. A client that sends
 * none isn't checked.
 * @throws AmountMismatch with the amount that would be charged
 */
export function checkAmount(shown: number | null, amountDue: number): void {
  if (shown !== null && shown !== amountDue) throw new AmountMismatch({ amountDue });
}

/** The studio hasn't configured who sells, and law wants that on every invoice. */
export class SellerUnknown extends DomainError {
  constructor() {
    super("SELLER_UNKNOWN", msg("This studio can’t take payments yet. You weren’t charged."), {
      status: 503,
    });
  }
}

/** The studio hasn't opened yet. Nothing can be bought before. */
export class StudioNotOpen extends DomainError {
  constructor() {
    super("STUDIO_NOT_OPEN", msg("This studio hasn’t opened yet. You weren’t charged."), { status: 503 });
  }
}

/** No provider is configured, the requested one is not, or the provider does not respond: it may act all the same. */
export class ProviderUnavailable extends DomainError {
  constructor(
    cause?: unknown,
    message = msg(
      "Payments are temporarily unavailable. Try again in a few minutes. You won’t be charged twice.",
    ),
  ) {
    super("PROVIDER_UNAVAILABLE", message, { cause });
  }
}

/** The provider's answer to a payment didn't arrive. Repeating the call with the same key is safe. */
export class PaymentUnknown extends ProviderUnavailable {
  constructor(cause?: unknown) {
    super(cause, msg("The payment service didn’t respond. Try again. You won’t be charged twice."));
  }
}

const sentences: Readonly<Record<FailureCode, Message>> = {
  CARD_DECLINED: msg("Your bank declined this card. You weren’t charged. Try another card."),
  INSUFFICIENT_FUNDS: msg("Insufficient funds. You weren’t charged. Try another card."),
  CARD_EXPIRED: msg("This card has expired. You weren’t charged. Try another card."),
  CARD_CVC_WRONG: msg("Wrong security code. You weren’t charged. Check the code and try again."),
  PAYMENT_ACTION_REQUIRED: msg(
    "Your bank couldn’t verify the payment. You weren’t charged. Try again or use another card.",
  ),
  PAYMENT_REFUSED: msg("This payment was refused. You weren’t charged. Use another payment method."),
};

/** The token is a payment that has paid for something before. */
export class PaymentUsed extends DomainError {
  constructor() {
    super("PAYMENT_USED", msg("This payment was already used. Start a new one."), {
      status: 409,
      details: { field: "gateway.token" },
    });
  }
}

/** The provider won't refund a payment, for the reason in its own words. */
export class RefundRefused extends DomainError {
  readonly reason: string;
  constructor(reason: string) {
    super("REFUND_REFUSED", msg("The payment service refused the refund: {reason}", { reason }));
    this.reason = reason;
  }
}

/** The bank declined the payment, or the provider refused it. */
export class PaymentRefused extends DomainError {
  constructor(code: FailureCode) {
    super(code, sentences[code], { status: 402 });
  }
}

/** Plans and credit belong to the adult who holds the account, not to a child or another profile of it. */
export class ProfileOfAccount extends DomainError {
  constructor(holder: string) {
    super(
      "PROFILE_OF_ACCOUNT",
      msg("This is a profile of {holder}’s account. Plans and credit belong to {holder}: do it there.", {
        holder,
      }),
      { status: 409 },
    );
  }
}

/** The new price must be accepted before anything is charged. */
export class PriceNotAccepted extends DomainError {
  constructor() {
    super("PRICE_NOT_ACCEPTED", msg("Your plan has a new price. Accept it first. You weren’t charged."), {
      status: 409,
    });
  }
}

/** An earlier change of this price hasn't reached all its members. */
export class PriceChangePending extends DomainError {
  /** @param lastChargeAt the last first charge of the earlier change; null while its emails are being sent */
  constructor(lastChargeAt: Date | null) {
    super(
      "PRICE_CHANGE_PENDING",
      lastChargeAt
        ? msg(
            "An earlier change of this price reaches its last members on {day}. Announce this one after that.",
            {
              day: utcDay(lastChargeAt),
            },
          )
        : msg(
            "The emails about an earlier change of this price aren’t sent yet. Announce this one after that.",
          ),
      { status: 409 },
    );
  }
}

/** The emails about a price change are being sent. */
export class TooLateToUndo extends DomainError {
  constructor() {
    super(
      "TOO_LATE_TO_UNDO",
      msg(
        "The emails are already going out, so this can’t be undone. Announce another change once it’s through.",
      ),
      {
        status: 409,
      },
    );
  }
}

/** A provider's customer belongs to another account here. */
export class CustomerTaken extends DomainError {
  constructor() {
    super("CUSTOMER_TAKEN", inEnglish("This customer belongs to another account."));
  }
}
