import type { Ctx } from "../../../ctx.ts";
import { countUnresolved } from "../payments/store-open.ts";
import { forgetMergedAccounts, listCustomers, removeCustomer } from "./store-deletion.ts";

/**
 * Deletes a deleted account's customers at the providers, once no payment of theirs must be asked about any more:
 * with the customer the provider forgets which payments it made.
 */
export async function forgetCustomers(ctx: Ctx, accountId: string): Promise<void> {
  if ((await countUnresolved(ctx.db, accountId)) > 0) return;
  for (const { provider, ref } of await listCustomers(ctx.db, accountId)) {
    const holder = ctx.ports.owners.find(provider) ?? ctx.ports.gateways.of(provider);
    await holder.deleteCustomer?.(ctx, ref);
    await ctx.transact((tx) => removeCustomer(tx.db, { accountId, provider, ref }));
  }
  await ctx.transact((tx) => forgetMergedAccounts(tx.db, accountId));
}
