import { randomUUID } from "node:crypto";
import type { Ctx, Tx } from "../../ctx.ts";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput, NotFound } from "../../platform/errors.ts";
import { gatewayOf } from "./checkout.ts";
import { billingNow } from "./clock.ts";
import { workOn } from "./clockwork.ts";
import { IllegalTransition, InProgress, PaymentRefused, PlanUnknown } from "./errors.ts";
import { addUp, issueInvoice } from "./invoices.ts";
import { move, note } from "./ledger.ts";
import type { Cause } from "./ledger.ts";
import { mailCanceled, mailPaused } from "./mails.ts";
import { giveUp, limitRefusals, openPayment, runPayment } from "./payments.ts";
import { marketOf, monthlyCost, taxIn } from "./plans.ts";
import type { InvoiceEstimate } from "./plans.ts";
import type { PaymentMethodType, SubscriptionProvider } from "./ports.ts";
import { monthsIn, periodsAfter } from "./rules/calendar.ts";
import { taxOf } from "./rules/money.ts";
import { prorate, unusedValue } from "./rules/proration.ts";
import { isLive } from "./rules/states.ts";
import { insertCredit } from "./store-accounts.ts";
import { findOpenInvoice, voidInvoice } from "./store-invoices.ts";
import { findLatestPayment, insertMethod, listOpenPayments } from "./store-payments.ts";
import { listPlans } from "./store-prices.ts";
import type { PlanRow } from "./store-prices.ts";
import { findSubscription, lockSubscription } from "./store-subscriptions.ts";
import type { SubscriptionRow } from "./store-subscriptions.ts";
import { ownSubscription } from "./subscriptions.ts";

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

const longestComment = 1000;
const longestPauseMonths = 3;

/** Changes a subscription of whoever asks, nobody else's hand on it meanwhile. */
async function changing(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, found: SubscriptionRow, facts: { now: Date; cause: Cause }) => Promise<SubscriptionRow>,
): Promise<SubscriptionRow> {
  const { accountId } = await ownSubscription(ctx, id);
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    return change(tx, found, { now: await billingNow(tx), cause: `person:${accountId}` });
  });
}

const isOwing = (found: SubscriptionRow): boolean => found.dunningStatus === "in_progress";

/** Cancels: at the end of what is paid for, or at once. Said twice it is still cancelled once. */
export async function cancelSubscription(
  ctx: Ctx,
  id: string,
  order: { atPeriodEnd: boolean; reason: CancelReason | null; comment: string | null },
): Promise<SubscriptionRow> {
  rejectCardNumbers(order.comment, "comment");
  if (order.comment && order.comment.length > longestComment)
    throw new BadInput("comment", `A comment has ${longestComment} characters at most.`);
  const own = await ownSubscription(ctx, id);
  if (own.status === "pending") {
    const payment = await findLatestPayment(ctx.db, id);
    if (payment?.status === "started") throw new InProgress();
    if (payment?.status === "action_required") await giveUp(ctx, payment, `person:${own.accountId}`);
    return (await findSubscription(ctx.db, id)) ?? own;
  }
  return changing(ctx, id, async (tx, found, { now, cause }) => {
    if (found.status === "non_renewing" && order.atPeriodEnd) return found;
    const why = { canceledAt: now, cancelReason: order.reason, cancelComment: order.comment };
    // What isn't paid for ends at once.
    const isNow = !order.atPeriodEnd || isOwing(found);
    if (isNow || found.status === "paused" || found.status === "future") {
      const invoice = isOwing(found) ? await findOpenInvoice(tx.db, id) : null;
      if (invoice)
        await voidInvoice(tx.db, { id: invoice.id, now, status: "not_paid", dunningStatus: "stopped" });
      const ended = await move(tx, found, {
        trigger: "cancel_now",
        cause,
        now,
        changes: { ...why, accessEndsAt: now, ...(isOwing(found) ? { dunningStatus: "stopped" } : {}) },
      });
      await mailCanceled(tx, ended, null);
      return ended;
    }
    const accessEndsAt = found.status === "in_trial" ? found.trialEndsAt : found.termEndsAt;
    const next = await move(tx, found, {
      trigger: "cancel_at_end",
      cause,
      now,
      changes: { ...why, accessEndsAt, nextBillingAt: null, nextPlanId: null },
    });
    if (accessEndsAt) await mailCanceled(tx, next, accessEndsAt);
    return next;
  });
}

/** Takes a cancellation back while access lasts. */
export function undoCancel(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  return changing(ctx, id, async (tx, found, { now, cause }) => {
    if (found.status === "non_renewing" && found.accessEndsAt && found.accessEndsAt <= now)
      throw new IllegalTransition("canceled", "undo_cancel");
    const isInTrial = found.trialEndsAt !== null && found.trialEndsAt > now;
    return move(tx, found, {
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
  });
}

/** Tax that was paid on top of a value. */
async function withTax(tx: Tx, found: SubscriptionRow, value: number): Promise<number> {
  const tax = taxIn(await marketOf(tx, found.countryCode, found.region));
  return tax.isInclusive ? value : value + taxOf(value, tax);
}

/** Pauses at once for one to three months. What was paid for and not used becomes credit, for the payment that ends the pause. */
export function pauseSubscription(ctx: Ctx, id: string, months: number): Promise<SubscriptionRow> {
  if (!Number.isInteger(months) || months < 1 || months > longestPauseMonths)
    throw new BadInput("months", `A pause is 1 to ${longestPauseMonths} months.`);
  return changing(ctx, id, async (tx, found, { now, cause }) => {
    if (isOwing(found)) throw new IllegalTransition(found.status, "pause");
    const resumesAt = periodsAfter(now, months, { period: 1, periodUnit: "month" });
    const next = await move(tx, found, {
      trigger: "pause",
      cause,
      now,
      changes: { pausedAt: now, resumesAt, nextBillingAt: resumesAt, termValue: 0, dunningTries: 0 },
    });
    if (found.termStartsAt && found.termEndsAt)
      await insertCredit(tx.db, {
        accountId: found.accountId,
        currencyCode: found.currencyCode,
        amount: await withTax(
          tx,
          found,
          unusedValue(found.termValue, { startsAt: found.termStartsAt, endsAt: found.termEndsAt }, now),
        ),
        reason: "paused",
        source: `pause ${found.id} ${found.version}`,
        now,
      });
    await mailPaused(tx, next, resumesAt);
    return next;
  });
}

/** Refuses to begin a payment beside one that is under way; one that waits for the person is given up. */
async function clearOpen(ctx: Ctx, found: SubscriptionRow): Promise<void> {
  for (const payment of await listOpenPayments(ctx.db, found.id)) {
    if (payment.status === "started") throw new InProgress();
    await giveUp(ctx, payment, `person:${found.accountId}`);
  }
}

/** Ends a pause: paid now, from now on. @throws PaymentRefused */
export async function resumeSubscription(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  if (own.status !== "paused") throw new IllegalTransition(own.status, "resume");
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const paymentId = await ctx.transact((tx) => openResume(tx, id));
  const { subscription, refusal } = await runPayment(ctx, paymentId, { cause, isPersonPresent: true });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

/** Writes the invoice of a term that begins now, and its payment. */
export async function openResume(tx: Tx, id: string): Promise<string> {
  const found = await lockSubscription(tx.db, id);
  if (!found) throw new NotFound("subscription");
  if (found.status !== "paused") throw new IllegalTransition(found.status, "resume");
  if ((await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
  const now = await billingNow(tx);
  const invoice = await issueInvoice(tx, found, {
    kind: "resume",
    plan: { id: found.planId, amount: found.priceAmount },
    charges: [{ kind: "plan", description: found.planName, amount: found.priceAmount }],
    term: { startsAt: now, endsAt: periodsAfter(now, 1, found), anchorAt: now, number: 1 },
    isDraft: true,
    now,
  });
  return openPayment(tx, found, { purpose: "resume", invoice, paymentMethodId: found.paymentMethodId, now });
}

/** What changing to another plan means. */
export interface PlanChange {
  readonly plan: PlanRow;
  /** At once, for a payment now; otherwise with the next payment. */
  readonly isImmediate: boolean;
  readonly effectiveAt: Date;
  readonly nextBillingAt: Date | null;
  readonly estimate: InvoiceEstimate;
}

/** Whether a plan is more than another: more access, more people, or the same for longer. */
const isUpgrade = (from: SubscriptionRow, to: PlanRow): boolean =>
  to.accessRank !== from.accessRank
    ? to.accessRank > from.accessRank
    : to.seats !== from.seats
      ? to.seats > from.seats
      : monthsIn(to) > monthsIn(from);

async function planFor(ctx: Pick<Ctx, "db">, found: SubscriptionRow, planId: string): Promise<PlanRow> {
  const market = await marketOf(ctx, found.countryCode, found.region);
  const plan = (await listPlans(ctx.db, { ...market, currencyCode: found.currencyCode })).find(
    ({ id, isOffered }) => id === planId && isOffered,
  );
  if (!plan) throw new PlanUnknown();
  return plan;
}

/** The invoice of an upgrade: the new plan for the time left, or a new term, less what is unused of the old. */
function upgradeOf(found: SubscriptionRow, plan: PlanRow, now: Date) {
  const term = { startsAt: found.termStartsAt ?? now, endsAt: found.termEndsAt ?? now };
  const keepsInterval = plan.period === found.period && plan.periodUnit === found.periodUnit;
  const { charge, credit, newTermStartsAt } = prorate({
    termValue: found.termValue,
    term,
    at: now,
    newPrice: plan.amount,
    keepsInterval,
  });
  return {
    charges: [
      { kind: "plan" as const, description: plan.name, amount: charge },
      ...(credit > 0 ? [{ kind: "unused_time" as const, description: found.planName, amount: -credit }] : []),
    ],
    term: newTermStartsAt
      ? { startsAt: now, endsAt: periodsAfter(now, 1, plan), anchorAt: now, number: 1 }
      : { startsAt: now, endsAt: term.endsAt, anchorAt: found.anchorAt ?? now, number: found.termNumber },
  };
}

/** What a change to another plan would cost, and when it would take effect. */
export async function previewChange(ctx: Ctx, id: string, planId: string): Promise<PlanChange> {
  const found = await ownSubscription(ctx, id);
  const plan = await planFor(ctx, found, planId);
  const now = await billingNow(ctx);
  const market = await marketOf(ctx, found.countryCode, found.region);
  const estimate = async (
    charges: Parameters<typeof addUp>[2]["charges"],
    dueAt: Date,
  ): Promise<InvoiceEstimate> => {
    const { totals } = await addUp(ctx, found, { charges, planId: plan.id, now: dueAt });
    return { ...totals, amountDue: dueAt > now ? 0 : totals.amountDue, dueAt, taxName: market.taxName };
  };
  const whole = [{ kind: "plan" as const, description: plan.name, amount: plan.amount }];
  if (found.status === "in_trial" || found.status === "future") {
    const dueAt = found.trialEndsAt ?? found.startsAt ?? now;
    return {
      plan,
      isImmediate: true,
      effectiveAt: now,
      nextBillingAt: dueAt,
      estimate: await estimate(whole, dueAt),
    };
  }
  if (found.status !== "active" || isOwing(found)) throw new IllegalTransition(found.status, "change_plan");
  if (!isUpgrade(found, plan)) {
    const effectiveAt = found.termEndsAt ?? now;
    return {
      plan,
      isImmediate: false,
      effectiveAt,
      nextBillingAt: effectiveAt,
      estimate: await estimate(whole, effectiveAt),
    };
  }
  const upgrade = upgradeOf(found, plan, now);
  return {
    plan,
    isImmediate: true,
    effectiveAt: now,
    nextBillingAt: upgrade.term.endsAt,
    estimate: await estimate(upgrade.charges, now),
  };
}

/** Changes the plan: more at once, less with the next payment, in a trial at once and for nothing. @throws PaymentRefused */
export async function changePlan(ctx: Ctx, id: string, planId: string): Promise<SubscriptionRow> {
  rejectCardNumbers(planId, "planId");
  const own = await ownSubscription(ctx, id);
  const plan = await planFor(ctx, own, planId);
  // A second press of the same button.
  if (own.planId === plan.id && own.nextPlanId === null) return own;
  if (own.nextPlanId === plan.id) return own;
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const result = await ctx.transact(async (tx): Promise<SubscriptionRow | string> => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    if ((await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
    const now = await billingNow(tx);
    const step = { trigger: "change_plan", cause, now } as const;
    const taken = {
      planId: plan.id,
      accessType: plan.accessType,
      priceAmount: plan.amount,
      nextPlanId: null,
    };
    if (found.status === "in_trial" || found.status === "future")
      return move(tx, withPlan(found, plan), { ...step, changes: taken });
    if (isOwing(found)) throw new IllegalTransition(found.status, "change_plan");
    // Back to the plan that runs: what was arranged is off.
    if (found.planId === plan.id) return move(tx, found, { ...step, changes: { nextPlanId: null } });
    if (found.status !== "active" || !isUpgrade(found, plan))
      return move(tx, found, { ...step, changes: { nextPlanId: plan.id } });
    const upgrade = upgradeOf(found, plan, now);
    const invoice = await issueInvoice(tx, found, { kind: "change", plan, ...upgrade, isDraft: true, now });
    return openPayment(tx, found, {
      purpose: "change",
      invoice,
      paymentMethodId: found.paymentMethodId,
      now,
    });
  });
  if (typeof result !== "string") return result;
  const { subscription, refusal } = await runPayment(ctx, result, { cause, isPersonPresent: true });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

const withPlan = (found: SubscriptionRow, plan: PlanRow): SubscriptionRow => ({
  ...found,
  planName: plan.name,
  period: plan.period,
  periodUnit: plan.periodUnit,
  accessRank: plan.accessRank,
});

/** Pays by something else from now on; what is open is tried with it at once. @throws PaymentRefused */
export async function updatePaymentMethod(
  ctx: Ctx,
  id: string,
  order: { provider: SubscriptionProvider; token: string | null; type: PaymentMethodType },
): Promise<SubscriptionRow> {
  rejectCardNumbers(order.token, "gateway.token");
  const own = await ownSubscription(ctx, id);
  if (!isLive(own.status) || own.status === "pending")
    throw new IllegalTransition(own.status, "update_payment_method");
  if (!order.token) throw new BadInput("gateway.token", "A token of the payment provider is needed.");
  if (order.provider !== own.provider)
    throw new BadInput("gateway.provider", "This subscription is paid through another provider.");
  await limitRefusals(ctx, own.accountId);
  const method = await gatewayOf(ctx, order.provider).describe(ctx, order.token);
  if (method.type !== order.type)
    throw new BadInput("paymentMethodType", "The token stands for another kind of payment.");
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const paymentId = await ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found || (await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
    const now = await billingNow(tx);
    const paymentMethodId = randomUUID();
    const { accountId, provider } = found;
    await insertMethod(tx.db, { ...method, id: paymentMethodId, accountId, provider, now });
    return openPayment(tx, found, { purpose: "method", invoice: null, paymentMethodId, now });
  });
  const { subscription, refusal } = await runPayment(ctx, paymentId, { cause, isPersonPresent: true });
  if (refusal) throw new PaymentRefused(refusal);
  if (!isOwing(subscription) || subscription.nextAction) return subscription;
  await workOn(ctx, id);
  return (await findSubscription(ctx.db, id)) ?? subscription;
}

/** Notes an offer that was taken instead of cancelling: a month off, as credit, once a calendar year. */
export function takeMonthOff(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  return changing(ctx, id, async (tx, found, { now }) => {
    if (found.status !== "active" || isOwing(found))
      throw new IllegalTransition(found.status, "take_a_month_off");
    const value = monthlyCost({
      amount: found.priceAmount,
      period: found.period,
      periodUnit: found.periodUnit,
    });
    await insertCredit(tx.db, {
      accountId: found.accountId,
      currencyCode: found.currencyCode,
      amount: await withTax(tx, found, value),
      reason: "a month off",
      source: monthOffSource(found.accountId, now),
      now,
    });
    return note(tx, found, {});
  });
}

/** What a month off is remembered by. */
export const monthOffSource = (accountId: string, now: Date): string =>
  `month off ${accountId} ${now.getUTCFullYear()}`;
