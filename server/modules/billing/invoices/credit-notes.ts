import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { readerOf } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { creditNoteTaxes, uncreditedOf } from "../rules/credit-notes.ts";
import type { CreditNoteReason } from "../rules/credit-notes.ts";
import type { DunningStatus } from "../rules/states.ts";
import { sumOf } from "../rules/tax.ts";
import { noteRefunded, voidInvoice } from "./store.ts";
import { insertCreditNote, listUncredited, lockCreditable, sumCreditNotes } from "./store-credit-notes.ts";

/**
 * Issues a credit note for what left an invoice and has none yet: refunds and lost disputes. Repeated calls
 * change nothing.
 * @param order.credited what of the invoice becomes account credit again, in minor units
 * @returns the credit note's id; null if there is nothing to credit
 */
export async function creditInvoice(
  tx: Tx,
  order: { invoiceId: string; reason: CreditNoteReason; credited?: number; now: Date },
): Promise<string | null> {
  const invoice = await lockCreditable(tx.db, order.invoiceId);
  if (!invoice) return null;
  const sums = await sumCreditNotes(tx.db, invoice.id);
  const left = invoice.total - sums.amount;
  const refunded = Math.min(
    left,
    invoice.isUnpaid ? 0 : uncreditedOf({ ...invoice, amountLost: sums.amountLost, noted: sums.refunded }),
  );
  const wanted = Math.min(order.credited ?? 0, invoice.creditsApplied - sums.credited);
  const credited = Math.max(0, Math.min(wanted, left - refunded));
  // What was never paid is taken back as a whole.
  const amount = order.reason === "canceled" ? left : refunded + credited;
  if (amount <= 0) return null;
  const taxes = creditNoteTaxes(invoice, sums.amount, amount);
  const id = randomUUID();
  await insertCreditNote(tx.db, {
    id,
    invoiceId: invoice.id,
    reason: order.reason,
    amount,
    refunded,
    credited,
    taxTotal: sumOf(taxes),
    taxes,
    issuedAt: order.now,
    numberPrefix: tx.studio.invoicePrefix,
    reader: await readerOf(tx.db, invoice.accountId),
  });
  return id;
}

/** Voids an invoice that isn't owed any more. One that was issued gets a credit note over the whole of it. */
export async function cancelInvoice(
  tx: Tx,
  invoice: { id: string; now: Date; status?: "voided" | "not_paid"; dunningStatus?: DunningStatus | null },
): Promise<void> {
  await voidInvoice(tx.db, invoice);
  const issued = await lockCreditable(tx.db, invoice.id);
  if (issued?.isUnpaid)
    await creditInvoice(tx, {
      invoiceId: invoice.id,
      reason: "canceled",
      credited: issued.creditsApplied,
      now: invoice.now,
    });
}

/** Books what the provider says was refunded of an invoice in all, with its credit note. */
export const bookRefunded = (ctx: Ctx, invoiceId: string, amount: number): Promise<void> =>
  ctx.transact(async (tx) => {
    await noteRefunded(tx.db, invoiceId, amount);
    await creditInvoice(tx, { invoiceId, reason: "refund", now: await billingNow(tx) });
  });

const maxPerRun = 500;

/** Issues credit notes that are missing: for refunds from before there were any, and those made at the provider. */
export async function creditMissing(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  for (const invoiceId of await listUncredited(ctx.db, maxPerRun))
    await ctx.transact((tx) => creditInvoice(tx, { invoiceId, reason: "refund", now }));
}
