import { DomainError } from "../../platform/errors.ts";
import type { FailureCode } from "./rules/dunning.ts";

/** The plan does not exist or is not offered in this country. */
export class PlanUnknown extends DomainError {
  constructor() {
    super("PLAN_UNKNOWN", "There is no such plan on offer.", { facts: { field: "planId" } });
  }
}

export class CouponUnknown extends DomainError {
  constructor() {
    super("COUPON_UNKNOWN", "There is no such coupon.", { facts: { field: "couponId" } });
  }
}

export class CouponExpired extends DomainError {
  constructor() {
    super("COUPON_EXPIRED", "This coupon is over.", { facts: { field: "couponId" } });
  }
}

/** The redemption limit is reached, or this account has used the coupon before. */
export class CouponExhausted extends DomainError {
  constructor() {
    super("COUPON_EXHAUSTED", "This coupon has been used as often as it may be.", {
      facts: { field: "couponId" },
    });
  }
}

/** The coupon applies to other plans or other currencies. */
export class CouponNotApplicable extends DomainError {
  constructor() {
    super("COUPON_NOT_APPLICABLE", "This coupon is not for this plan.", { facts: { field: "couponId" } });
  }
}

/** The studio already has a coupon with this code, possibly archived. */
export class CouponExists extends DomainError {
  constructor() {
    super("COUPON_EXISTS", "There is a coupon of this code already.", {
      status: 409,
      facts: { field: "code" },
    });
  }
}

/**
 * The card or the person already had a trial. Nothing was charged, since paying at once is a separate
 * decision.
 */
export class TrialNotAvailable extends DomainError {
  constructor() {
    super("TRIAL_NOT_AVAILABLE", "A trial was used before. Nothing was charged.");
  }
}

/** The transition is not allowed from the current status. */
export class IllegalTransition extends DomainError {
  constructor(from: string, trigger: string) {
    super("ILLEGAL_TRANSITION", `A subscription that is ${from} doesn't ${trigger.replaceAll("_", " ")}.`, {
      facts: { status: from, trigger },
    });
  }
}

/** The idempotency key was used with another input. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super("IDEMPOTENCY_KEY_REUSED", "This key was sent before with something else. Use a new one.");
  }
}

/** The same call, or another one of this account, is in progress. */
export class InProgress extends DomainError {
  constructor() {
    super("IN_PROGRESS", "This is still under way. Ask again with the same key in a moment.", {
      facts: { retryAfterSeconds: 2 },
    });
  }
}

/** The amount differs from the one that the server computes. */
export class AmountMismatch extends DomainError {
  /**
   * @param facts `countryCode`: the country whose prices can be charged, if the country was the mismatch.
   * `amountDue`: what would be charged now, in minor units.
   */
  constructor(facts: { countryCode?: string; amountDue?: number } = {}) {
    super("AMOUNT_MISMATCH", "The amount is not what this costs now. Nothing was charged.", { facts });
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

/** No provider is configured, the requested one is not, or the provider does not respond. */
export class ProviderUnavailable extends DomainError {
  constructor(cause?: unknown, message = "The payment service isn't available. Nothing was charged.") {
    super("PROVIDER_UNAVAILABLE", message, { cause });
  }
}

/** The provider's answer to a payment didn't arrive. Repeating the call with the same key is safe. */
export class PaymentUnknown extends ProviderUnavailable {
  constructor(cause?: unknown) {
    super(
      cause,
      "The payment service doesn't answer. Ask again with the same key: you are charged once at most.",
    );
  }
}

const sentences: Readonly<Record<FailureCode, string>> = {
  CARD_DECLINED: "The card was declined. Nothing was charged.",
  INSUFFICIENT_FUNDS: "There isn't enough on this card. Nothing was charged.",
  CARD_EXPIRED: "This card has expired. Nothing was charged.",
  CARD_CVC_WRONG: "The security code is not this card's. Nothing was charged.",
  PAYMENT_ACTION_REQUIRED: "The bank wants the payment confirmed, and it wasn't. Nothing was charged.",
  PAYMENT_REFUSED: "The payment service refused this payment. Nothing was charged. Use another way to pay.",
};

/** The token is a payment that has paid for something before. */
export class PaymentUsed extends DomainError {
  constructor() {
    super("PAYMENT_USED", "This payment was used before. Begin a new one.", {
      status: 409,
      facts: { field: "gateway.token" },
    });
  }
}

/** The provider won't refund a payment, for the reason in its own words. */
export class RefundRefused extends DomainError {
  readonly reason: string;
  constructor(reason: string) {
    super("REFUND_REFUSED", `The payment service refused the refund: ${reason}`);
    this.reason = reason;
  }
}

/** The bank declined the payment, or the provider refused it. */
export class PaymentRefused extends DomainError {
  constructor(code: FailureCode) {
    super(code, sentences[code], { status: 402 });
  }
}
