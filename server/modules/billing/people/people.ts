import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { billingNow } from "../clock.ts";
import { listCreditBalances } from "../credits/store.ts";
import type { CreditBalanceRow } from "../credits/store.ts";
import { refundLimits } from "../payments/refunds.ts";
import { listInvoices, listInvoicesOfSubscription, refundable } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { unusedValue } from "../rules/proration.ts";
import { isLive } from "../rules/states.ts";
import { withTax } from "../rules/tax.ts";
import { findLiveSubscription, listBoughtAlone, listPrimarySubscriptions } from "../subscriptions/store.ts";
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

/** The credit of an account by currency; none at zero. For staff. */
export const creditOfAccount = (ctx: Pick<Ctx, "db">, accountId: string): Promise<CreditBalanceRow[]> =>
  listCreditBalances(ctx.db, [accountId]);

/** An invoice with what staff may give back of it. Amounts in minor units. */
export interface StaffInvoice {
  readonly invoice: InvoiceRow;
  readonly refundable: number;
  /** A refund beyond this takes back as much account credit. */
  readonly refundableFreely: number;
  /** The unused days of the running term that it paid for; null for other invoices. */
  readonly unused: { readonly amount: number; readonly days: number } | null;
  /** The version of its plan, if that can be ended. */
  readonly planVersion: number | null;
  /** The course or class that was bought alone with it, and that a refund of all of it takes away; null for others. */
  readonly takesAway: string | null;
}

const dayMs = 86_400_000;

/** What of the running term isn't used yet. */
async function unusedOf(ctx: Ctx, invoice: InvoiceRow, found: SubscriptionRow, now: Date) {
  const { termStartsAt, termEndsAt, termValue, status } = found;
  const isRunning = status === "active" || status === "non_renewing";
  if (!isRunning || !termStartsAt || !termEndsAt || termEndsAt <= now) return null;
  if (invoice.termEndsAt <= termStartsAt) return null;
  const net = unusedValue(termValue, { startsAt: termStartsAt, endsAt: termEndsAt }, now);
  const amount = Math.min(
    refundable(invoice),
    withTax(net, (await billedRegionOf(ctx, found, now)).billingRegion.tax),
  );
  const days = Math.floor((termEndsAt.getTime() - Math.max(now.getTime(), termStartsAt.getTime())) / dayMs);
  return amount > 0 ? { amount, days } : null;
}

/**
 * A page of an account's invoices, newest first. For staff.
 * @throws BadInput
 */
export async function invoicesOfAccount(
  ctx: Ctx,
  accountId: string,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<{ items: readonly StaffInvoice[]; nextCursor: string | null }> {
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["time", "uuid"]);
  const [rows, live, now] = await Promise.all([
    listInvoices(ctx.db, {
      accountId,
      first: first + 1,
      after: after && { at: after[0], id: after[1] },
    }),
    findLiveSubscription(ctx.db, accountId),
    billingNow(ctx),
  ]);
  const shown = rows.slice(0, first);
  const bought = shown.some(({ planRenews }) => !planRenews) ? await listBoughtAlone(ctx.db, accountId) : [];
  const items = await Promise.all(
    shown.map(async (invoice) => {
      const alone = bought.find(
        ({ id, status }) => id === invoice.subscriptionId && status === "non_renewing",
      );
      const isLastPaid =
        alone !== undefined &&
        (await listInvoicesOfSubscription(ctx.db, alone.id)).every(
          (one) => one.id === invoice.id || one.status !== "paid" || refundable(one) === 0,
        );
      const plan = live && live.id === invoice.subscriptionId && isLive(live.status) ? live : null;
      const limits = invoice.status === "paid" ? await refundLimits(ctx.db, invoice) : { most: 0, freely: 0 };
      return {
        invoice,
        refundable: limits.most,
        refundableFreely: limits.freely,
        unused:
          (plan ?? alone) && invoice.status === "paid"
            ? await unusedOf(ctx, invoice, (plan ?? alone)!, now)
            : null,
        planVersion: plan && plan.status !== "pending" ? plan.version : null,
        takesAway: isLastPaid && invoice.status === "paid" ? alone.planName : null,
      };
    }),
  );
  const last = rows.length > first ? shown.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.issuedAt.getTime(), last.id]) : null };
}
