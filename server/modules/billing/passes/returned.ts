import type { Tx } from "../../../ctx.ts";
import { listInvoicesOfSubscription, refundable } from "../invoices/store.ts";
import { transition } from "../subscriptions/state.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/**
 * Ends a course or class that was bought alone once nothing that was paid for it is left. A part that goes back leaves it.
 * @returns null if it goes on, and for what else was bought
 */
export async function endIfAllReturned(
  tx: Tx,
  found: SubscriptionRow | null,
  now: Date,
): Promise<SubscriptionRow | null> {
  if (!found?.opensId || found.status !== "non_renewing") return null;
  const invoices = await listInvoicesOfSubscription(tx.db, found.id);
  if (invoices.some((invoice) => invoice.status === "paid" && refundable(invoice) > 0)) return null;
  return transition(tx, found, {
    trigger: "cancel_now",
    cause: tx.viewer ? `staff:${tx.viewer.accountId}` : "gateway",
    now,
    changes: { canceledAt: now, accessEndsAt: now, termValue: 0 },
  });
}
