import type { Tx } from "../../../ctx.ts";
import { refusedBecause } from "./refused.ts";
import type { SettledResult } from "./returns.ts";
import { findPaymentByRef } from "./store.ts";
import type { PaymentRow } from "./store.ts";

/** Checks amount and currency before granting anything. A mismatch is a bug, since we set the order. */
export function checkResult(payment: PaymentRow, result: { amount?: number; currencyCode?: string }): void {
  if (
    result.amount !== undefined &&
    (result.amount !== payment.amount || result.currencyCode !== payment.currencyCode)
  )
    throw new Error("A payment's amount or currency differs from the order");
}

/** A payment at the provider that paid for something else already pays for nothing more. */
export async function usableOf(tx: Tx, payment: PaymentRow, result: SettledResult): Promise<SettledResult> {
  const { ref } = result;
  const other = ref ? await findPaymentByRef(tx.db, payment.provider, ref) : null;
  if (!other || other.id === payment.id) return result;
  return refusedBecause("used_before", `The payment ${ref} was used before.`);
}
