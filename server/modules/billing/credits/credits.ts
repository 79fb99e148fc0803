import type { Ctx } from "../../../ctx.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { findCredit } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { pauseValue } from "../subscriptions/changes.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { requirePayer } from "../subscriptions/subscriptions.ts";
import { allows } from "../rules/states.ts";
import { isOwing } from "../rules/dunning.ts";
import { listCreditBalances, listCredits } from "./store.ts";
import type { CreditBalanceRow, CreditRow } from "./store.ts";

export interface CreditPage {
  readonly items: readonly CreditRow[];
  readonly nextCursor: string | null;
}

/** The viewer's credit by currency; none at zero. */
export const creditBalances = (ctx: Ctx): Promise<CreditBalanceRow[]> =>
  listCreditBalances(ctx.db, [requirePayer(ctx).accountId]);

/** Credit by currency, by account; none at zero. */
export const creditLoader = defineLoader<string, CreditBalanceRow[]>(async (ctx, accountIds) =>
  Map.groupBy(await listCreditBalances(ctx.db, accountIds), ({ accountId }) => accountId),
);

/** A page of the viewer's credit entries, newest first. */
export async function creditPage(
  ctx: Ctx,
  page: { first: number | null; after: string | null },
): Promise<CreditPage> {
  const { accountId } = requirePayer(ctx);
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["serial"])?.[0] ?? null;
  const rows = await listCredits(ctx.db, { accountId, first: first + 1, after });
  const items = rows.slice(0, first);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > first && last ? encodeCursor([Number(last.id)]) : null };
}

/** The account's credit in a subscription's currency, in minor units. */
export const creditOf = (ctx: Ctx, found: SubscriptionRow): Promise<number> =>
  findCredit(ctx.db, found.accountId, found.currencyCode);

/** What a pause now would turn into credit, in minor units; null if it can't be paused. */
export async function pauseCreditOf(ctx: Ctx, found: SubscriptionRow): Promise<number | null> {
  if (!allows(found.status, "pause") || isOwing(found)) return null;
  return pauseValue(ctx, found, await billingNow(ctx));
}
