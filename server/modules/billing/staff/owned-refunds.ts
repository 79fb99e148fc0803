import type { Ctx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { moneyIn, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { ownerOf } from "../owned/acts.ts";
import { findSubscription } from "../subscriptions/store.ts";
import { beginOnce, changeOnce, requireBillingStaff, wasDone } from "./once.ts";
import type { StaffOrder } from "./once.ts";
import { refundLimitOf, refuseBeyondLimit } from "./refund-limits.ts";
import { readReason } from "./reasons.ts";

/**
 * Refunds an invoice that a provider wrote, there: it sends the money and the credit note. Asked again under the same key, also
 * after a crash, it is the same refund.
 * @param order.amount minor units
 * @throws BadInput, ConfirmationNeeded, IdempotencyKeyReused, ManagedElsewhere, NotFound, ProviderUnavailable,
 * RefundLimitReached, RefundRefused
 */
export async function refundAtProvider(
  ctx: Ctx,
  order: StaffOrder & {
    readonly subscriptionId: string;
    /** The provider's reference of the invoice. */
    readonly invoiceRef: string;
    readonly amount: number;
    readonly reason: string;
  },
): Promise<void> {
  const { accountId, subscriptionId, invoiceRef, amount, idempotencyKey } = order;
  await requireBillingStaff(ctx, "refund", accountId);
  const reason = readReason(order.reason);
  const found = isUuid(subscriptionId) ? await findSubscription(ctx.db, subscriptionId) : null;
  if (found?.accountId !== accountId) throw new NotFound("subscription");
  const input = { subscriptionId, invoiceRef, amount, reason };
  if (await wasDone(ctx, order, input)) return;
  const { owner, of } = await ownerOf(ctx, found, "refund");
  const documents = (await owner.documents?.(ctx, of)) ?? [];
  const invoice = documents.find(({ kind, ref }) => kind === "invoice" && ref === invoiceRef);
  if (!invoice) throw new NotFound("invoice");
  const { currencyCode, refunded } = invoice;
  await beginOnce(ctx, order, input, async () => {
    const left = invoice.amount - refunded;
    if (!Number.isInteger(amount) || amount < 1 || amount > left)
      throw new BadInput(
        "amount",
        msg("Enter an amount from {least} to {left}.", {
          least: moneyIn(currencyCode, 1),
          left: moneyIn(currencyCode, left),
        }),
      );
    refuseBeyondLimit(await refundLimitOf(ctx, currencyCode), { amount, refunded, currencyCode });
  });
  await owner.refund(ctx, of, { key: `staff-${idempotencyKey}`, invoiceRef, amount });
  await changeOnce(ctx, "refund", order, input, async () => ({
    action: "billing.invoice_refunded",
    details: { invoice: invoice.number, amount, currency: currencyCode, reason },
  }));
}
