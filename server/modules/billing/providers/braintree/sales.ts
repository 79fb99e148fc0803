import { setTimeout as sleep } from "node:timers/promises";
import type { BraintreeGateway } from "braintree";
import { toDecimal } from "../../../../../contract/formats/numbers.ts";
import { ProviderUnavailable } from "../../errors.ts";
import type { ChargeOrder } from "../../ports.ts";
import { asked } from "./client.ts";
import { confirmedKeyOf } from "./confirmation.ts";
import { changeShape, codes, codesOf, tokenOf } from "./results.ts";
import type { Refusal, Transaction } from "./results.ts";

/** How long a sale waits for another one with its key, in milliseconds. */
const inFlightPausesMs = [200, 400, 800, 1_600, 3_200] as const;

interface SaleOrder {
  readonly order: ChargeOrder;
  readonly merchantAccountId: string;
  /** Who owns a nonce that is stored; null for a stored payment method. */
  readonly customerId: string | null;
  /** A nonce of the stored card whose bank has confirmed the person; null if it wasn't asked. */
  readonly confirmed: string | null;
}

/**
 * Sells once by the order's key: charges a nonce, and stores it, or a stored payment method.
 * @returns the transaction, also a declined one, or why there is none
 * @throws ProviderUnavailable
 */
export async function sell(
  client: BraintreeGateway,
  { order, merchantAccountId, customerId, confirmed }: SaleOrder,
): Promise<Transaction | Refusal> {
  const token = tokenOf(order.source);
  const source = confirmed
    ? { paymentMethodNonce: confirmed }
    : token
      ? { paymentMethodToken: token }
      : { paymentMethodNonce: order.source, customerId };
  for (const pauseMs of [...inFlightPausesMs, null]) {
    const change = await asked(changeShape, () =>
      client.transaction.sale({
        ...source,
        amount: toDecimal(order.amount, order.currencyCode),
        merchantAccountId,
        orderId: order.key,
        apiRequestKey: confirmed ? confirmedKeyOf(order.key) : order.key,
        ...sourceOf(order.isPersonPresent, token),
        options: { submitForSettlement: true, ...(token ? {} : { storeInVaultOnSuccess: true }) },
      }),
    );
    if (change.transaction) return change.transaction;
    if (change.success) break;
    const found = codesOf(change);
    if (found.includes(codes.keyServerError))
      throw new ProviderUnavailable(new Error("The key's request failed"));
    if (!found.includes(codes.keyInFlight)) return change;
    // The same payment is being made by another call.
    if (pauseMs !== null) await sleep(pauseMs);
  }
  throw new ProviderUnavailable(new Error("The payment is still being made"));
}

/** Whether the person is there, for their bank. With a stored method and the person present it is an ordinary payment. */
const sourceOf = (isPersonPresent: boolean, token: string | null): { transactionSource?: string } => {
  if (!isPersonPresent) return { transactionSource: "recurring" };
  return token ? {} : { transactionSource: "recurring_first" };
};
