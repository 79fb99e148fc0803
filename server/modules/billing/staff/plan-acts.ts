import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { redeemLocked } from "../coupons/redeem.ts";
import { couponCode } from "../coupons/rules.ts";
import { mailCodeRedeemed, mailDaysGiven } from "../emails/send.ts";
import { IllegalTransition, InProgress } from "../errors.ts";
import { clearOpen } from "../payments/payments.ts";
import { listOpenPayments } from "../payments/store.ts";
import { addDays } from "../rules/calendar.ts";
import { repeatReminder } from "../price-changes/reminders.ts";
import { isOwing } from "../rules/dunning.ts";
import { withFreeDays } from "../rules/free-days.ts";
import { isLive } from "../rules/states.ts";
import { checkPause, endLocked, pauseLocked } from "../subscriptions/changes.ts";
import { updateState } from "../subscriptions/state.ts";
import { findSubscription, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";
import { changeOnce } from "./once.ts";
import type { StaffOrder } from "./once.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const maxFreeDays = 366;

/** An act on a subscription, with the version that staff saw. */
export interface PlanOrder extends StaffOrder {
  readonly subscriptionId: string;
  readonly version: number;
}

/**
 * Locks the account's subscription as staff saw it.
 * @throws ChangedMeanwhile, IllegalTransition, InProgress while a payment is open, NotFound
 */
export async function lockSeen(tx: Tx, order: PlanOrder): Promise<SubscriptionRow> {
  const { subscriptionId } = order;
  const found = isUuid(subscriptionId) ? await lockSubscription(tx.db, subscriptionId) : null;
  if (found?.accountId !== order.accountId) throw new NotFound("subscription");
  if (found.version !== order.version) throw new ChangedMeanwhile();
  if (!isLive(found.status) || found.status === "pending")
    throw new IllegalTransition(found.status, "staff_change");
  if ((await listOpenPayments(tx.db, found.id)).length > 0) throw new InProgress();
  return found;
}

/**
 * Cancels the payments of a plan that wait for the person, or learns their result: what is under way at the provider
 * would be charged after the end of the plan.
 * @returns the order with the version after that
 * @throws ChangedMeanwhile, also if a payment changed the plan, InProgress, NotFound
 */
export async function withoutOpenPayments(ctx: Ctx, order: PlanOrder): Promise<PlanOrder> {
  const { subscriptionId } = order;
  const before = await findSubscription(ctx.db, subscriptionId);
  if (before?.accountId !== order.accountId) throw new NotFound("subscription");
  if (before.version !== order.version) throw new ChangedMeanwhile();
  await clearOpen(ctx, before);
  const after = await findSubscription(ctx.db, subscriptionId);
  const isSame =
    after?.status === before.status &&
    after.planId === before.planId &&
    after.termEndsAt?.getTime() === before.termEndsAt?.getTime();
  if (!isSame) throw new ChangedMeanwhile();
  return { ...order, version: after.version };
}

/** What the audit log says of a plan. */
export const auditedPlan = ({ status, nextBillingAt, accessEndsAt }: SubscriptionRow) => ({
  status,
  nextBillingAt,
  accessEndsAt,
});

/**
 * Cancels a person's plan, now or at the end of the paid term. They are emailed.
 * @throws ChangedMeanwhile, ConfirmationNeeded, IllegalTransition, InProgress, NotFound
 */
export async function cancelForPerson(
  ctx: Ctx,
  order: PlanOrder & { readonly atPeriodEnd: boolean },
): Promise<void> {
  const { atPeriodEnd, subscriptionId } = order;
  await changeOnce(ctx, "managePlans", order, { atPeriodEnd, subscriptionId }, async (tx, context) => {
    const found = await lockSeen(tx, order);
    const ended = await endLocked(tx, found, { atPeriodEnd, reason: null, comment: null }, context);
    return {
      action: "billing.plan_canceled",
      details: { plan: found.planName, before: auditedPlan(found), after: auditedPlan(ended) },
    };
  });
}

/**
 * Pauses a person's plan for one to three months. They are emailed.
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, IllegalTransition, InProgress, NotFound
 */
export async function pauseForPerson(
  ctx: Ctx,
  order: PlanOrder & { readonly months: number },
): Promise<void> {
  const { months, subscriptionId } = order;
  checkPause(months);
  await changeOnce(ctx, "managePlans", order, { months, subscriptionId }, async (tx, context) => {
    const found = await lockSeen(tx, order);
    const paused = await pauseLocked(tx, found, months, context);
    return {
      action: "billing.plan_paused",
      details: { plan: found.planName, months, before: auditedPlan(found), after: auditedPlan(paused) },
    };
  });
}

/**
 * Redeems a promo code for a person's plan, from the next invoice on. They are emailed.
 * @throws ChangedMeanwhile, ConfirmationNeeded, CouponExhausted, CouponExpired, CouponNotApplicable, CouponUnknown,
 * IllegalTransition, InProgress, NotFound
 */
export async function redeemForPerson(ctx: Ctx, order: PlanOrder & { readonly code: string }): Promise<void> {
  const { subscriptionId } = order;
  rejectCardNumbers(order.code, "code");
  const code = couponCode(order.code);
  await changeOnce(ctx, "managePlans", order, { code, subscriptionId }, async (tx, { now }) => {
    const found = await lockSeen(tx, order);
    const coupon = await redeemLocked(tx, found, code, now);
    await mailCodeRedeemed(tx, found, coupon.id);
    return { action: "billing.code_redeemed", details: { plan: found.planName, code: coupon.id } };
  });
}

/** What free days change of a subscription, and the day that they reach. */
function lengthen(
  found: SubscriptionRow,
  days: number,
  now: Date,
): { changes: Partial<Omit<SubscriptionState, "status" | "dueAt">>; until: Date } {
  const { status, trialEndsAt, resumesAt, termStartsAt, termEndsAt, termValue } = found;
  if (isOwing(found)) throw new IllegalTransition("payment_due", "give_days");
  const isEnding = status === "non_renewing";
  if (trialEndsAt && trialEndsAt > now && (status === "in_trial" || isEnding)) {
    const until = addDays(trialEndsAt, days);
    return {
      until,
      changes: { trialEndsAt: until, ...(isEnding ? { accessEndsAt: until } : { nextBillingAt: until }) },
    };
  }
  if (status === "paused" && resumesAt) {
    const until = addDays(resumesAt, days);
    return { until, changes: { resumesAt: until, nextBillingAt: until } };
  }
  if (!termStartsAt || !termEndsAt || termEndsAt <= now || (status !== "active" && !isEnding))
    throw new IllegalTransition(status, "give_days");
  const paid = { startsAt: termStartsAt, endsAt: termEndsAt, value: termValue };
  const { endsAt: until, value } = withFreeDays(paid, days, now);
  return {
    until,
    changes: {
      termEndsAt: until,
      termValue: value,
      // Later terms are counted from the new end.
      anchorAt: until,
      termNumber: 0,
      ...(isEnding ? { accessEndsAt: until } : { nextBillingAt: until }),
    },
  };
}

/**
 * Gives free days: the next charge, or the end of access, moves by so many days. They are emailed.
 * @throws BadInput, ChangedMeanwhile, ConfirmationNeeded, IllegalTransition, InProgress, NotFound
 */
export async function giveDays(ctx: Ctx, order: PlanOrder & { readonly days: number }): Promise<void> {
  const { days, subscriptionId } = order;
  if (!Number.isInteger(days) || days < 1 || days > maxFreeDays)
    throw new BadInput("days", msg("Give 1 to {maxFreeDays} days.", { maxFreeDays }));
  await changeOnce(ctx, "managePlans", order, { days, subscriptionId }, async (tx, { now }) => {
    const found = await lockSeen(tx, order);
    const { changes, until } = lengthen(found, days, now);
    const longer = await updateState(tx, found, changes);
    await repeatReminder(tx, longer);
    await mailDaysGiven(tx, longer, days, until);
    return {
      action: "billing.days_given",
      details: { plan: found.planName, days, before: auditedPlan(found), after: auditedPlan(longer) },
    };
  });
}
