import type { BraintreeGateway } from "braintree";
import { z } from "zod";
import type { PaymentResult } from "../../ports.ts";
import { asked, NotAtBraintree } from "./client.ts";
import { findTransaction, searchTransactions } from "./held.ts";
import { paymentResultOf, storedTokenOf, text } from "./results.ts";
import type { Transaction } from "./results.ts";

/** The reference of a payment that waits for the person: its sale was declined, and a second one follows their answer. */
const waitingPrefix = "waiting_";

/** The declined sale of a payment that waits; null for any other reference. */
export const waitingSaleOf = (ref: string): string | null =>
  ref.startsWith(waitingPrefix) ? ref.slice(waitingPrefix.length) : null;

/** The request key of the second sale: the payment's id as a UUID of version 8, which no payment has. */
export const confirmedKeyOf = (key: string): string => `${key.slice(0, 14)}8${key.slice(15)}`;

const madeShape = z.object({
  success: z.literal(true),
  paymentMethodNonce: z.object({ nonce: z.string(), details: z.object({ bin: text }).nullish().catch(null) }),
});

/**
 * Lets the page ask the bank: makes a nonce of the stored card that was declined. The page's secret is `nonce|bin|amount|currency`.
 * @returns the decline itself if the card is gone
 */
export async function askPerson(client: BraintreeGateway, sale: Transaction): Promise<PaymentResult> {
  const token = storedTokenOf(sale);
  if (!token) return paymentResultOf(sale);
  try {
    const { paymentMethodNonce: made } = await asked(madeShape, () =>
      client.paymentMethodNonce.create(token, {}),
    );
    const clientSecret = [made.nonce, made.details?.bin ?? "", sale.amount, sale.currencyIsoCode].join("|");
    return {
      kind: "action_required",
      ref: `${waitingPrefix}${sale.id}`,
      action: { type: "client_confirm", url: null, clientSecret },
    };
  } catch (error) {
    if (error instanceof NotAtBraintree) return paymentResultOf(sale);
    throw error;
  }
}

/**
 * The present state of a payment that waits: of the sale that followed the declined one, or of none yet.
 * @param isPersonPresent whether the page may ask the bank now. A nonce lives for hours only, so nothing else makes one
 */
export async function retrieveWaiting(
  client: BraintreeGateway,
  saleId: string,
  isPersonPresent: boolean,
): Promise<PaymentResult> {
  const declined = await findTransaction(client, saleId);
  const criteria = { orderId: { is: declined.orderId }, type: ["sale"] };
  for await (const sale of searchTransactions(client, criteria))
    if (sale.id !== declined.id) return paymentResultOf(sale);
  return isPersonPresent
    ? askPerson(client, declined)
    : { kind: "unknown", ref: `${waitingPrefix}${declined.id}` };
}
