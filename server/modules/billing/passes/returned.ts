import type { Tx } from "../../../ctx.ts";
import { insertCredit } from "../accounts/store.ts";
import { creditInvoice } from "../invoices/credit-notes.ts";
import { listInvoicesOfSubscription, refundable } from "../invoices/store.ts";
import { transition } from "../subscriptions/state.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/**
 * Ends a course or class that was bought alone once none of the money that was paid for it is left. A part that goes back leaves it.
 * Credit that paid for it comes back then.
 * @returns null if it goes on, and for what else was bought
 */
export async function endIfAllReturned(
  tx: Tx,
  found: SubscriptionRow | null,
  now: Date,
): Promise<SubscriptionRow | null> {
  if (!found?.opensId || found.status !== "non_renewing") return null;
  const invoices = (await listInvoicesOfSubscription(tx.db, found.id)).filter(
    ({ status }) => status === "paid",
  );
  if (invoices.some((invoice) => refundable(invoice) > 0)) return null;
  for (const { id, creditsApplied } of invoices)
    if (creditsApplied > 0)
      await creditInvoice(tx, { invoiceId: id, reason: "refund", credited: creditsApplied, now });
  await insertCredit(tx.db, {
    accountId: found.accountId,
    currencyCode: found.currencyCode,
    amount: invoices.reduce((sum, { creditsApplied }) => sum + creditsApplied, 0),
    reason: "given back",
    source: `returned ${found.id}`,
    subscriptionId: found.id,
    now,
  });
  return transition(tx, found, {
    trigger: "cancel_now",
    cause: tx.viewer ? `staff:${tx.viewer.accountId}` : "gateway",
    now,
    changes: { canceledAt: now, accessEndsAt: now, termValue: 0 },
  });
}
