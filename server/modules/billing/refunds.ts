import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Tx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { addInvoiceRefund } from "./store-invoices.ts";
import { findRefund, insertRefund, markRefunded } from "./store-payments.ts";
import type { PaymentRow } from "./store-payments.ts";

/** Sends money back; the gateway is asked under the refund's id, so that twice is once. */
export const refundJob = defineJob({
  name: "billing.refund",
  schema: z.object({ refundId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { refundId }) => {
    const refund = await findRefund(ctx.db, refundId);
    if (!refund || refund.status !== "started") return;
    await ctx.ports.gateways
      .of(refund.provider)
      .refund(ctx, { key: refund.id, ref: refund.providerRef, amount: refund.amount });
    await ctx.transact((tx) => markRefunded(tx.db, refundId));
  },
});

/** Decides a refund; a job carries it out. */
export async function refundLater(
  tx: Tx,
  refund: { payment: PaymentRow; invoiceId: string; amount: number; reason: string; now: Date },
): Promise<void> {
  const id = randomUUID();
  await insertRefund(tx.db, {
    id,
    paymentId: refund.payment.id,
    invoiceId: refund.invoiceId,
    amount: refund.amount,
    reason: refund.reason,
    now: refund.now,
  });
  await addInvoiceRefund(tx.db, refund.invoiceId, refund.amount);
  await tx.enqueue(refundJob, { refundId: id });
}
