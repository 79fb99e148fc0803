import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { NotFound } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, InProgress, PaymentRefused, PlanUnknown } from "../errors.ts";
import { addUp, issueInvoice } from "../invoices/invoices.ts";
import { transition } from "./state.ts";
import type { Cause } from "./state.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { limitRefusals } from "../payments/decline-limits.ts";
import { clearOpen, openPayment, runPayment } from "../payments/payments.ts";
import { changeOwnedPlan, previewOwnedChange } from "../owned/acts.ts";
import type { InvoiceEstimate } from "../plans/plans.ts";
import { monthsIn, periodsAfter } from "../rules/calendar.ts";
import { isOwing } from "../rules/dunning.ts";
import { prorate } from "../rules/proration.ts";
import { taxNames } from "../rules/tax.ts";
import { listOpenPayments } from "../payments/store.ts";
import type { PaymentRow } from "../payments/store.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { lockSubscription } from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { ownSubscription } from "./subscriptions.ts";

/** A preview of a plan change. */
export interface PlanChange {
  readonly plan: PlanRow;
  /** True if the change is charged now; false if it takes effect at the next payment. */
  readonly isImmediate: boolean;
  readonly effectiveAt: Date;
  readonly nextBillingAt: Date | null;
  /** The moment that the proration is computed for; null without one. */
  readonly prorationTime: Date | null;
  readonly estimate: InvoiceEstimate;
}

/** How long a previewed proration can be charged, in milliseconds. */
const prorationMs = 60 * 60_000;

/** What the person saw before confirming; null for clients that don't send it. */
export interface ShownChange {
  /** Minor units. */
  readonly amountDue: number | null;
  readonly prorationTime: Date | null;
}

/** The moment that was shown, unless it is too old or in another term than now. */
export function prorationAt(found: SubscriptionRow, shown: Date | null, now: Date): Date {
  const { termStartsAt, termEndsAt } = found;
  if (!shown || !termStartsAt || !termEndsAt) return now;
  const isRecent = shown <= now && now.getTime() - shown.getTime() <= prorationMs;
  return isRecent && shown >= termStartsAt && now < termEndsAt ? shown : now;
}

/** Whether the new plan is an upgrade: more access, more seats, or the same for a longer term. */
export const isUpgrade = (from: SubscriptionRow, to: PlanRow): boolean =>
  to.accessRank !== from.accessRank
    ? to.accessRank > from.accessRank
    : to.seats !== from.seats
      ? to.seats > from.seats
      : monthsIn(to) > monthsIn(from);

async function planFor(ctx: Ctx, found: SubscriptionRow, planId: string): Promise<PlanRow> {
  const plan = (await listPlans(ctx.db, found, await billingNow(ctx))).find(
    ({ id, isOffered, renews }) => id === planId && isOffered && renews,
  );
  if (!plan) throw new PlanUnknown();
  return plan;
}

/**
 * The invoice order of an upgrade. Charges the rest of the term or a new term, less the old plan's unused
 * value.
 */
function upgradeOf(found: SubscriptionRow, plan: PlanRow, at: Date) {
  const term = { startsAt: found.termStartsAt ?? at, endsAt: found.termEndsAt ?? at };
  const keepsInterval = plan.period === found.period && plan.periodUnit === found.periodUnit;
  const { charge, credit, newTermStartsAt } = prorate({
    termValue: found.termValue,
    term,
    at,
    newPrice: plan.amount,
    keepsInterval,
  });
  return {
    charges: [
      { kind: "plan" as const, description: plan.name, amount: charge },
      ...(credit > 0 ? [{ kind: "unused_time" as const, description: found.planName, amount: -credit }] : []),
    ],
    term: newTermStartsAt
      ? { startsAt: at, endsAt: periodsAfter(at, 1, plan), anchorAt: at, number: 1 }
      : { startsAt: at, endsAt: term.endsAt, anchorAt: found.anchorAt ?? at, number: found.termNumber },
  };
}

/** Previews the cost of a plan change and when it takes effect. */
export async function previewChange(ctx: Ctx, id: string, planId: string): Promise<PlanChange> {
  const found = await ownSubscription(ctx, id);
  const plan = await planFor(ctx, found, planId);
  if (found.owner === "provider")
    return previewOwnedChange(ctx, found, { plan, isUpgrade: isUpgrade(found, plan) });
  const now = await billingNow(ctx);
  const estimate = async (
    charges: Parameters<typeof addUp>[2]["charges"],
    dueAt: Date,
  ): Promise<InvoiceEstimate> => {
    const { totals, billingRegion } = await addUp(ctx, found, { charges, planId: plan.id, now: dueAt });
    const taxName = taxNames(billingRegion.tax.parts);
    const charged = chargedAmount(ctx, found, totals.amountDue);
    const waived = totals.amountDue - charged;
    return { ...totals, amountDue: dueAt > now ? 0 : charged, waived, dueAt, taxName };
  };
  const whole = [{ kind: "plan" as const, description: plan.name, amount: plan.amount }];
  if (found.status === "in_trial" || found.status === "future") {
    const dueAt = found.trialEndsAt ?? found.startsAt ?? now;
    return {
      plan,
      isImmediate: true,
      effectiveAt: now,
      nextBillingAt: dueAt,
      prorationTime: null,
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
      prorationTime: null,
      estimate: await estimate(whole, effectiveAt),
    };
  }
  const upgrade = upgradeOf(found, plan, now);
  return {
    plan,
    isImmediate: true,
    effectiveAt: now,
    nextBillingAt: upgrade.term.endsAt,
    prorationTime: now,
    estimate: await estimate(upgrade.charges, now),
  };
}

/** The result of a change: completed, or a payment that must succeed first. */
type Changed = { readonly done: SubscriptionRow } | { readonly payment: PaymentRow };

/**
 * Changes the plan. Upgrades apply at once and downgrades at the next payment. In a trial, any change applies
 * at once and costs nothing. Charges what the preview showed, or nothing.
 * @throws AmountMismatch, PaymentRefused
 */
export async function changePlan(
  ctx: Ctx,
  id: string,
  planId: string,
  shown: ShownChange,
): Promise<SubscriptionRow> {
  rejectCardNumbers(planId, "planId");
  const own = await ownSubscription(ctx, id);
  const plan = await planFor(ctx, own, planId);
  // A repeated request.
  if (own.planId === plan.id && own.nextPlanId === null) return own;
  if (own.nextPlanId === plan.id && own.status !== "non_renewing") return own;
  if (own.owner === "provider")
    return changeOwnedPlan(ctx, own, {
      plan,
      isUpgrade: isUpgrade(own, plan),
      amountDue: shown.amountDue,
    });
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const result = await ctx.transact(async (tx): Promise<Changed> => {
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
      nextPriceAmount: null,
    };
    if (found.status === "in_trial" || found.status === "future") {
      checkAmount(shown.amountDue, 0);
      return { done: await transition(tx, withPlan(found, plan), { ...step, changes: taken }) };
    }
    if (isOwing(found)) throw new IllegalTransition(found.status, "change_plan");
    // Back to the current plan: the scheduled change is canceled.
    if (found.planId === plan.id) {
      checkAmount(shown.amountDue, 0);
      return {
        done: await transition(tx, found, { ...step, changes: { nextPlanId: null, nextPriceAmount: null } }),
      };
    }
    if (found.status !== "active" || !isUpgrade(found, plan)) {
      checkAmount(shown.amountDue, 0);
      return {
        done: await transition(tx, found, {
          ...step,
          changes: { nextPlanId: plan.id, nextPriceAmount: plan.amount },
        }),
      };
    }
    await limitRefusals(tx, found.accountId, ctx.clientIp);
    const upgrade = upgradeOf(found, plan, prorationAt(found, shown.prorationTime, now));
    const invoice = await issueInvoice(tx, found, { kind: "change", plan, ...upgrade, isDraft: true, now });
    checkAmount(shown.amountDue, chargedAmount(ctx, found, invoice.amountDue));
    const { paymentMethodId } = found;
    return {
      payment: await openPayment(tx, found, {
        purpose: "change",
        invoice,
        paymentMethodId,
        isOnSession: true,
        now,
      }),
    };
  });
  if ("done" in result) return result.done;
  const { subscription, refusal } = await runPayment(ctx, result.payment, { cause });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}

/** A subscription as it is with another plan. */
export const withPlan = (found: SubscriptionRow, plan: PlanRow): SubscriptionRow => ({
  ...found,
  planName: plan.name,
  period: plan.period,
  periodUnit: plan.periodUnit,
  planRenews: plan.renews,
  accessRank: plan.accessRank,
});
