import { z } from "zod";
import { PaymentRefused } from "../../errors.ts";
import type { GatewayMethod, PaymentMethodType } from "../../ports.ts";
import { countryOfIssuer, needsAuthentication } from "./countries.ts";

const text = z.string().max(300).nullish().catch(null);

/** What is read of a nonce: a payment method that the page has made, and that can be used once. */
export const nonceShape = z.object({
  nonce: z.string(),
  type: z.string(),
  details: z
    .object({
      bin: text,
      cardType: text,
      lastFour: text,
      expirationMonth: text,
      expirationYear: text,
      payerInfo: z.object({ payerId: text, countryCode: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  binData: z.object({ countryOfIssuance: text }).nullish().catch(null),
  threeDSecureInfo: z
    .object({ liabilityShifted: z.boolean(), liabilityShiftPossible: z.boolean() })
    .nullish()
    .catch(null),
});
type Nonce = z.infer<typeof nonceShape>;

const types: Readonly<Record<string, PaymentMethodType>> = {
  CreditCard: "card",
  ApplePayCard: "apple_pay",
  AndroidPayCard: "google_pay",
  PayPalAccount: "paypal_express_checkout",
};

/** The type of a nonce; null for one that isn't taken. */
export const typeOfNonce = ({ type }: Nonce): PaymentMethodType | null => types[type] ?? null;

/** Reads a month or year. */
const numberOf = (value: string | null | undefined): number | null =>
  value && /^\d{1,4}$/.test(value) ? Number(value) : null;

/**
 * Refuses a card whose bank was not asked, or said no, in the page. The bank's answer is part of the nonce: a charge
 * can't ask for it any more.
 * @throws PaymentRefused
 */
function checkAuthentication({ threeDSecureInfo: answer }: Nonce, countryCode: string | null): void {
  const isRefused = answer ? answer.liabilityShiftPossible && !answer.liabilityShifted : false;
  if (isRefused || (!answer && needsAuthentication(countryCode)))
    throw new PaymentRefused("PAYMENT_ACTION_REQUIRED");
}

/**
 * Maps a nonce to a gateway method.
 * @throws PaymentRefused if the bank hasn't authenticated the person
 */
export function methodOf(
  found: Nonce,
  type: PaymentMethodType,
  address: GatewayMethod["address"],
): GatewayMethod {
  const { bin, cardType, lastFour, expirationMonth, expirationYear, payerInfo } = found.details ?? {};
  const countryCode = countryOfIssuer(payerInfo?.countryCode ?? found.binData?.countryOfIssuance);
  if (type === "card") checkAuthentication(found, countryCode);
  // Braintree's own fingerprint exists only once a card is stored, which is after a trial is granted.
  const card = [bin, lastFour, expirationMonth, expirationYear];
  return {
    ref: found.nonce,
    type,
    brand: type === "paypal_express_checkout" ? "paypal" : (cardType?.toLowerCase() ?? null),
    last4: lastFour && /^\d{4}$/.test(lastFour) ? lastFour : null,
    expMonth: numberOf(expirationMonth),
    expYear: numberOf(expirationYear),
    fingerprint: payerInfo?.payerId ?? (card.every(Boolean) ? card.join(" ") : null),
    countryCode,
    address,
  };
}
