import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { listPrimarySubscriptions } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/** The subscriptions of accounts by account id: the live one, else the newest that began. For staff. */
export async function primarySubscriptionsOf(
  ctx: Pick<Ctx, "db">,
  accountIds: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  const rows = await listPrimarySubscriptions(ctx.db, accountIds);
  return new Map(rows.map((row) => [row.accountId, row]));
}

const loader = defineLoader<string, SubscriptionRow>(primarySubscriptionsOf);

/** The same for one account, batched. */
export const primaryOf = (ctx: Ctx, accountId: string): Promise<SubscriptionRow | null> =>
  loader(ctx).load(accountId);
