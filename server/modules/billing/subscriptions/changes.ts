import type { Ctx, Tx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { IllegalTransition } from "../errors.ts";
import { transition, updateState } from "./state.ts";
import type { Cause } from "./state.ts";
import { mailCanceled, mailPaused } from "../emails/send.ts";
import { billedRegionOf } from "../buyers/parties.ts";
import { finishOrCancel } from "../payments/payments.ts";
import { repeatReminder } from "../price-changes/reminders.ts";
import { monthlyCost } from "../plans/plans.ts";
import { periodsAfter } from "../rules/calendar.ts";
import { isOwing } from "../rules/dunning.ts";
import { unusedValue } from "../rules/proration.ts";
import { withTax } from "../rules/tax.ts";
import { cancelOwned, pauseOwned, undoOwnedCancel } from "../owned/acts.ts";
import { findLastGift, giftReason, insertCredit } from "../accounts/store.ts";
import { cancelInvoice } from "../invoices/credit-notes.ts";
import { findOpenInvoice } from "../invoices/store.ts";
import { hasOpenDispute } from "../payments/store-disputes.ts";
import { findLatestPayment } from "../payments/store.ts";
import { findSubscription, lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { ownSubscription } from "./subscriptions.ts";
import { msg } from "../../../platform/i18n/messages.ts";

export const cancelReasons = [
  "hard_to_use",
  "missing_content",
  "no_time",
  "not_enough_classes",
  "other",
  "taking_break",
  "technical_issues",
  "too_expensive",
] as const;
export type CancelReason = (typeof cancelReasons)[number];

const maxCommentLength = 1000;
const maxPauseMonths = 3;

/** Runs a change of the viewer's subscription under a lock. */
async function withLockedSubscription(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, found: SubscriptionRow, context: { now: Date; cause: Cause }) => Promise<SubscriptionRow>,
): Promise<SubscriptionRow> {
  return changeLocked(ctx, await ownSubscription(ctx, id), change);
}

/** Runs a change that the payer of a subscription wants, under a lock. */
function changeLocked(
  ctx: Ctx,
  { id, accountId }: SubscriptionRow,
  change: (tx: Tx, found: SubscriptionRow, context: { now: Date; cause: Cause }) => Promise<SubscriptionRow>,
): Promise<SubscriptionRow> {
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    return change(tx, found, { now: await billingNow(tx), cause: `person:${accountId}` });
  });
}

/** How a subscription is canceled. */
export interface CancelOrder {
  readonly atPeriodEnd: boolean;
  readonly reason: CancelReason | null;
  readonly comment: string | null;
}

/** Cancels at the end of the paid term, or immediately. Idempotent. */
export async function cancelSubscription(ctx: Ctx, id: string, order: CancelOrder): Promise<SubscriptionRow> {
  rejectCardNumbers(order.comment, "comment");
  if (order.comment && order.comment.length > maxCommentLength)
    throw new BadInput(
      "comment",
      msg("Enter a comment of at most {maxCommentLength} characters.", { maxCommentLength }),
    );
  return endSubscription(ctx, await ownSubscription(ctx, id), order);
}

/** Cancels a subscription for its payer, who need not be signed in. Idempotent. */
export async function endSubscription(
  ctx: Ctx,
  own: SubscriptionRow,
  order: CancelOrder,
): Promise<SubscriptionRow> {
  const { id } = own;
  if (own.owner === "provider") return cancelOwned(ctx, own, order);
  if (own.status === "pending") {
    const payment = await findLatestPayment(ctx.db, id);
    if (payment?.status === "started" || payment?.status === "action_required")
      await finishOrCancel(ctx, payment, `person:${own.accountId}`);
    return (await findSubscription(ctx.db, id)) ?? own;
  }
  return changeLocked(ctx, own, (tx, found, context) => endLocked(tx, found, order, context));
}

/** Who changes a subscription, and when. */
export interface ChangeContext {
  readonly now: Date;
  readonly cause: Cause;
}

/** Cancels a locked subscription that isn't pending. */
export async function endLocked(
  tx: Tx,
  found: SubscriptionRow,
  order: CancelOrder & { readonly isSilent?: boolean },
  { now, cause }: ChangeContext,
): Promise<SubscriptionRow> {
  if (found.status === "non_renewing" && order.atPeriodEnd) return found;
  const why = { canceledAt: now, cancelReason: order.reason, cancelComment: order.comment };
  // An unpaid term ends immediately.
  const isNow = !order.atPeriodEnd || isOwing(found);
  if (isNow || found.status === "paused" || found.status === "future") {
    const invoice = isOwing(found) ? await findOpenInvoice(tx.db, found.id) : null;
    if (invoice)
      await cancelInvoice(tx, { id: invoice.id, now, status: "not_paid", dunningStatus: "stopped" });
    const ended = await transition(tx, found, {
      trigger: "cancel_now",
      cause,
      now,
      changes: { ...why, accessEndsAt: now, ...(isOwing(found) ? { dunningStatus: "stopped" } : {}) },
    });
    if (!order.isSilent) await mailCanceled(tx, ended, null);
    return ended;
  }
  const accessEndsAt = found.status === "in_trial" ? found.trialEndsAt : found.termEndsAt;
  const next = await transition(tx, found, {
    trigger: "cancel_at_end",
    cause,
    now,
    // An arranged plan change stays for the case that the cancellation is undone.
    changes: { ...why, accessEndsAt, nextBillingAt: null },
  });
  if (accessEndsAt) await mailCanceled(tx, next, accessEndsAt);
  return next;
}

/** Undoes a cancellation while access lasts. */
export async function undoCancel(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  if (own.owner === "provider") return undoOwnedCancel(ctx, own);
  return withLockedSubscription(ctx, id, undoCancelLocked);
}

/**
 * Undoes the cancellation of a locked subscription.
 * @throws IllegalTransition, also while a payment is disputed
 */
export async function undoCancelLocked(
  tx: Tx,
  found: SubscriptionRow,
  { now, cause }: ChangeContext,
): Promise<SubscriptionRow> {
  if (found.status === "non_renewing" && found.accessEndsAt && found.accessEndsAt <= now)
    throw new IllegalTransition("canceled", "undo_cancel");
  if (found.isComplimentary) throw new IllegalTransition("complimentary", "undo_cancel");
  if (found.isPrepaid) throw new IllegalTransition("prepaid", "undo_cancel");
  if (await hasOpenDispute(tx.db, found.id)) throw new IllegalTransition("disputed", "undo_cancel");
  const isInTrial = found.trialEndsAt !== null && found.trialEndsAt > now;
  return transition(tx, found, {
    trigger: "undo_cancel",
    cause,
    now,
    changes: {
      canceledAt: null,
      cancelReason: null,
      cancelComment: null,
      accessEndsAt: null,
      nextBillingAt: isInTrial ? found.trialEndsAt : found.termEndsAt,
    },
  });
}

/** A value plus the tax that was paid on top of it. */
async function taxed(
  ctx: Pick<Ctx, "db" | "config" | "studio">,
  found: SubscriptionRow,
  value: number,
  now: Date,
): Promise<number> {
  return withTax(value, (await billedRegionOf(ctx, found, now)).billingRegion.tax);
}

/** The unused value of the running term with its tax, which a pause turns into credit. Minor units. */
export async function pauseValue(
  ctx: Pick<Ctx, "db" | "config" | "studio">,
  found: SubscriptionRow,
  now: Date,
): Promise<number> {
  const { termStartsAt, termEndsAt, termValue } = found;
  if (!termStartsAt || !termEndsAt) return 0;
  return taxed(ctx, found, unusedValue(termValue, { startsAt: termStartsAt, endsAt: termEndsAt }, now), now);
}

/** @throws BadInput for a pause that is too long */
export function checkPause(months: number): void {
  if (!Number.isInteger(months) || months < 1 || months > maxPauseMonths)
    throw new BadInput("months", msg("Choose a pause of 1 to {maxPauseMonths} months.", { maxPauseMonths }));
}

/**
 * Pauses immediately for one to three months. Unused value becomes credit, for the payment that ends the
 * pause.
 */
export async function pauseSubscription(ctx: Ctx, id: string, months: number): Promise<SubscriptionRow> {
  checkPause(months);
  const own = await ownSubscription(ctx, id);
  if (own.owner === "provider") return pauseOwned(ctx, own, months);
  return withLockedSubscription(ctx, id, (tx, found, context) => pauseLocked(tx, found, months, context));
}

/** Pauses a locked subscription. */
export async function pauseLocked(
  tx: Tx,
  found: SubscriptionRow,
  months: number,
  { now, cause }: ChangeContext,
): Promise<SubscriptionRow> {
  if (isOwing(found)) throw new IllegalTransition(found.status, "pause");
  const resumesAt = periodsAfter(now, months, { period: 1, periodUnit: "month" });
  const next = await transition(tx, found, {
    trigger: "pause",
    cause,
    now,
    changes: { pausedAt: now, resumesAt, nextBillingAt: resumesAt, termValue: 0, dunningAttempts: 0 },
  });
  await insertCredit(tx.db, {
    accountId: found.accountId,
    currencyCode: found.currencyCode,
    amount: await pauseValue(tx, found, now),
    reason: "paused",
    source: `pause ${found.id} ${found.version}`,
    subscriptionId: found.id,
    now,
  });
  await repeatReminder(tx, next);
  await mailPaused(tx, next, resumesAt);
  return next;
}

/** Redeems the month-off offer as credit, once in twelve months. Idempotent. */
export function takeMonthOff(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  return withLockedSubscription(ctx, id, async (tx, found, { now }) => {
    if (found.status !== "active" || isOwing(found))
      throw new IllegalTransition(found.status, "take_a_month_off");
    if (!(await mayTakeMonthOff(tx, found.accountId, now))) return found;
    const value = monthlyCost({
      amount: found.priceAmount,
      period: found.period,
      periodUnit: found.periodUnit,
    });
    await insertCredit(tx.db, {
      accountId: found.accountId,
      currencyCode: found.currencyCode,
      amount: await taxed(tx, found, value, now),
      reason: giftReason,
      source: `month off ${found.accountId} ${now.toISOString()}`,
      subscriptionId: found.id,
      now,
    });
    return updateState(tx, found, {});
  });
}

/**
 * Whether the account's last month off is twelve months ago, to the moment. It follows the account, so that a new
 * subscription brings no second one.
 */
export async function mayTakeMonthOff(
  { db }: Pick<Ctx, "db">,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const givenAt = await findLastGift(db, accountId);
  return givenAt === null || periodsAfter(givenAt, 12, { period: 1, periodUnit: "month" }) <= now;
}
