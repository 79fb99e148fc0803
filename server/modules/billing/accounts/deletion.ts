import type { Ctx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import {
  listCustomers,
  listOpenOfAccount,
  markCanceled,
  removeCustomer,
  voidOpenInvoices,
} from "./store-deletion.ts";

/**
 * Ends an account's billing on deletion: cancels open payments and forgets the provider customers. Paid
 * invoices stay, anonymized.
 */
export async function forgetAccount(ctx: Ctx, accountId: string): Promise<void> {
  const now = await billingNow(ctx);
  for (const payment of await listOpenOfAccount(ctx.db, accountId)) {
    const gateway = ctx.ports.gateways.of(payment.provider);
    const outcome = payment.providerRef ? await gateway.abandon(ctx, payment.providerRef) : null;
    // The payment succeeded in the meantime: refund it.
    if (outcome?.kind === "succeeded" && payment.amount > 0)
      await gateway.refund(ctx, { key: `left ${payment.id}`, ref: outcome.ref, amount: payment.amount });
    await ctx.transact((tx) => markCanceled(tx.db, payment.id, now));
  }
  await ctx.transact((tx) => voidOpenInvoices(tx.db, accountId));
  for (const { provider, ref } of await listCustomers(ctx.db, accountId)) {
    await ctx.ports.gateways.of(provider).forget?.(ctx, ref);
    await ctx.transact((tx) => removeCustomer(tx.db, accountId, provider));
  }
}
