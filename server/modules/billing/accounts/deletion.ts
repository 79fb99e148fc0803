import type { Ctx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { cancelInvoice } from "../invoices/credit-notes.ts";
import { forgetGiftCardBuyer } from "../gift-cards/store.ts";
import { abandonedResultOf } from "../payments/payments.ts";
import { settle } from "../payments/settlement.ts";
import { insertUnresolved } from "../payments/store-open.ts";
import { findPayment } from "../payments/store.ts";
import { forgetCustomers } from "./customers.ts";
import { listOpenInvoices, listOpenOfAccount, markCanceled } from "./store-deletion.ts";

/**
 * Ends an account's billing on deletion: cancels open payments and forgets the provider customers. Money that
 * arrives for them goes back, now or once the provider tells. Paid invoices stay, anonymized.
 */
export async function forgetAccount(ctx: Ctx, accountId: string): Promise<void> {
  const now = await billingNow(ctx);
  for (const { id } of await listOpenOfAccount(ctx.db, accountId)) {
    const payment = await findPayment(ctx.db, id);
    if (!payment) continue;
    const result = await abandonedResultOf(ctx, payment);
    if (result.kind === "succeeded") {
      await settle(ctx, payment, result, "gateway", now);
      continue;
    }
    await ctx.transact(async (tx) => {
      if (result.kind === "given_up")
        await insertUnresolved(tx.db, { paymentId: id, reason: "account_deleted", now });
      await markCanceled(tx.db, id, now);
    });
  }
  // Paid invoices stay, because the law requires them.
  await ctx.transact(async (tx) => {
    await forgetGiftCardBuyer(tx.db, accountId);
    for (const id of await listOpenInvoices(tx.db, accountId)) await cancelInvoice(tx, { id, now });
  });
  await forgetCustomers(ctx, accountId);
}
