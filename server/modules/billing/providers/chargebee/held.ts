import type { Customer, Subscription, Card } from "chargebee";
import type { Ctx } from "../../../../ctx.ts";
import type { HeldMethod, HeldStatus, HeldSubscription } from "../../owner-ports.ts";
import { findPlanOfRef } from "../../price-refs/store.ts";

const provider = "chargebee";

/** A subscription with what Chargebee sends beside it. */
export interface Listed {
  readonly subscription: Subscription;
  readonly customer?: Customer;
  readonly card?: Card;
}

export const dateOf = (seconds: number | undefined): Date | null =>
  seconds === undefined ? null : new Date(seconds * 1000);
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The plan's item of a subscription. Others are add-ons and charges of the studio's own. */
const planItemOf = ({ subscription_items: items = [] }: Subscription) =>
  items.find(({ item_type: type }) => type === "plan");

function statusOf(found: Subscription): HeldStatus {
  const { status } = found;
  if (found.deleted || status === "cancelled" || status === "transferred")
    return found.started_at === undefined ? "future_canceled" : "canceled";
  // A trial that was canceled keeps its name until its end.
  if (status === "in_trial" && found.cancelled_at !== undefined) return "non_renewing";
  return status;
}

/** When the running term ends. A cancellation may be scheduled for another day. */
function endOf(found: Subscription, status: HeldStatus): Date | null {
  if (status === "canceled" || status === "future_canceled") return dateOf(found.cancelled_at);
  if (status === "paused") return dateOf(found.pause_date);
  const end = found.status === "in_trial" ? found.trial_end : found.current_term_end;
  return status === "non_renewing" ? dateOf(found.cancelled_at ?? end) : dateOf(end ?? found.next_billing_at);
}

const walletTypes = {
  apple_pay: "apple_pay",
  google_pay: "google_pay",
  paypal_express_checkout: "paypal_express_checkout",
} as const;

function methodOf({ customer, card }: Listed): HeldMethod | null {
  const type = customer?.payment_method?.type;
  if (!type) return null;
  return {
    type: walletTypes[type as keyof typeof walletTypes] ?? "card",
    brand: card?.card_type ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.expiry_month ?? null,
    expYear: card?.expiry_year ?? null,
  };
}

/** The plan that takes over with the next term, from the subscription as it will be. */
export interface Scheduled {
  readonly next: Subscription | null;
}

/**
 * A subscription in our words; null for one of a price that isn't one of our plans.
 * @param next the subscription with its scheduled changes, if it has any
 */
export async function heldOf(
  ctx: Ctx,
  listed: Listed,
  { next }: Scheduled,
): Promise<HeldSubscription | null> {
  const { subscription: found, customer } = listed;
  const item = planItemOf(found);
  const plan = item && (await findPlanOfRef(ctx.db, provider, item.item_price_id));
  if (!item || !plan) {
    ctx.log.warn({ provider, price: item?.item_price_id }, "A subscription has a price that isn't imported");
    return null;
  }
  const nextItem = next && planItemOf(next);
  const nextPlan =
    nextItem && nextItem.item_price_id !== item.item_price_id
      ? await findPlanOfRef(ctx.db, provider, nextItem.item_price_id)
      : null;
  const status = statusOf(found);
  return {
    ref: found.id,
    customer: found.customer_id,
    version: found.resource_version ?? 0,
    status,
    plan: { id: plan.planId },
    nextPlan: nextPlan && { id: nextPlan.planId },
    currencyCode: found.currency_code,
    countryCode: customer?.billing_address?.country ?? null,
    priceAmount: item.amount ?? (item.unit_price ?? 0) * (item.quantity ?? 1),
    startedAt: dateOf(status === "future" ? found.start_date : (found.created_at ?? found.started_at))!,
    trialEndsAt: dateOf(found.trial_end),
    termStartsAt: dateOf(found.current_term_start ?? found.trial_start),
    accessEndsAt: endOf(found, status),
    graceEndsAt: null,
    isRetried: (found.due_invoices_count ?? 0) > 0,
    canceledAt:
      status === "non_renewing" ? dateOf(found.cancel_schedule_created_at) : dateOf(found.cancelled_at),
    pausedUntil: dateOf(found.resume_date),
    store: null,
    managementUrl: null,
    method: methodOf(listed),
  };
}
