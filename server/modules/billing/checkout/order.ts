import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { maxCoupons } from "../coupons/rules.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import type { ShownPass } from "../passes/passes.ts";
import type { StatedPlace } from "../plans/regions.ts";
import type { PaymentMethodType, SubscriptionProvider } from "../ports.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";
import { checkIdempotencyKey, inputHashOf } from "../idempotency.ts";

/** What a client sends to subscribe. The server decides amount, trial and country. */
export interface CheckoutOrder extends StatedPlace {
  readonly planId: string;
  readonly provider: SubscriptionProvider;
  readonly token: string | null;
  readonly paymentMethodType: PaymentMethodType;
  /** For staff only. */
  readonly trialOverrideTime: Date | null;
  readonly couponIds: readonly string[];
  readonly idempotencyKey: string;
  readonly withoutTrial: boolean;
  /** When the subscription begins; null for now. */
  readonly startAt: Date | null;
  /** Only searched for card numbers. */
  readonly ipInfo: object | null;
  /** The amounts that the person agreed to: charged now, and first. Null for clients that don't send them. */
  readonly amountDue: number | null;
  readonly firstAmount: number | null;
  /** The accepted text about an immediate start; null if it was not asked. */
  readonly consentVersion: string | null;
  /** The running pass that the purchase extends or ends, as it was shown. */
  readonly runningPass: ShownPass | null;
}

/**
 * Checks the texts of an order: no card numbers, and lengths.
 * @throws BadInput, PanRejected
 */
export function checkTexts(order: CheckoutOrder): void {
  rejectCardNumbers(order.token, "gateway.token");
  rejectCardNumbers(order.planId, "planInfo.planId");
  checkIdempotencyKey(order.idempotencyKey);
  for (const code of order.couponIds) rejectCardNumbers(code, "couponIds");
  for (const text of Object.values(order.ipInfo ?? {}))
    if (typeof text === "string") rejectCardNumbers(text, "ipInfo");
  if (!order.token || order.token.length > 300)
    throw new BadInput("gateway.token", inEnglish("Provide a token from the payment provider."));
  if (order.consentVersion !== null && order.consentVersion !== consentVersion)
    throw new BadInput("consentVersion", inEnglish(`Show consent version ${consentVersion} and ask again.`));
  if (order.couponIds.length > maxCoupons)
    throw new BadInput("couponIds", msg("Use at most {maxCoupons} promo codes.", { maxCoupons }));
}

/** A hash of everything that decides what an order buys and costs. */
export const hashOf = (order: CheckoutOrder): string =>
  inputHashOf([
    order.planId,
    order.countryCode,
    order.provider,
    order.token,
    order.paymentMethodType,
    order.trialOverrideTime,
    order.couponIds,
    order.withoutTrial,
    order.startAt,
    order.postcode,
    order.amountDue,
    order.firstAmount,
    order.consentVersion,
    ...(order.runningPass ? [order.runningPass] : []),
  ]);
