import type { Ctx, Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { paymentFailed } from "../events.ts";
import { addUp, carryOver, coveredMonths } from "../invoices/invoices.ts";
import { move, note } from "../subscriptions/state.ts";
import type { Cause } from "../subscriptions/state.ts";
import { mailPaymentFailed, mailReceipt, mailStopped, mailTrialBegun } from "../emails.ts";
import { refundLater } from "./refunds.ts";
import type { PaymentResult } from "../ports.ts";
import { addDays } from "../rules/calendar.ts";
import { afterFailure, retryDays, attemptsBy } from "../rules/dunning.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { isTerminal } from "../rules/states.ts";
import type { Trigger } from "../rules/states.ts";
import { deleteTrials, markTrialOfMethod } from "../accounts/store.ts";
import { findInvoice, markInvoicePaid, setInvoiceStatus, voidInvoice } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { finishKey } from "../checkout/store.ts";
import { deleteMethod, lockPayment, updateMethodRef, updatePayment } from "./store.ts";
import type { PaymentRow } from "./store.ts";
import { deleteTakenCoupons, markCouponsUsed } from "../plans/store.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";

/** More than the number of retries: marks a subscription in dunning that is not retried. */
export const noMoreAttempts = retryDays.length + 1;
/** The maximum number of attempts to charge when a pause ends by itself. */
const resumeAttempts = 4;

export interface Settled {
  readonly subscription: SubscriptionRow;
  /** Why the payment was declined; null if it was not declined or is undecided. */
  readonly refusal: FailureCode | null;
}

/** The subscription state that follows from a paid invoice. */
const paidTerm = (invoice: InvoiceRow): Partial<SubscriptionState> => ({
  planId: invoice.planId,
  accessType: invoice.planAccessType,
  priceAmount: invoice.priceAmount,
  anchorAt: invoice.anchorAt,
  termNumber: invoice.termNumber,
  termStartsAt: invoice.termStartsAt,
  termEndsAt: invoice.termEndsAt,
  termValue: invoice.planValue,
  nextBillingAt: invoice.termEndsAt,
  nextPlanId: null,
  nextAction: null,
  retryAt: null,
  dunningSince: null,
  dunningAttempts: 0,
  pausedAt: null,
  resumesAt: null,
});

/**
 * Settles a payment result and its consequences once; a second call finds it settled. The only place where a
 * payment grants access.
 * @param asOf the billing time, if already read
 */
export function settle(
  ctx: Ctx,
  known: Pick<PaymentRow, "id" | "subscriptionId">,
  outcome: PaymentResult,
  cause: Cause,
  asOf?: Date,
): Promise<Settled> {
  return ctx.transact(async (tx) => {
    const now = asOf ?? (await billingNow(tx));
    const found = await lockSubscription(tx.db, known.subscriptionId);
    const payment = await lockPayment(tx.db, known.id);
    if (!found || !payment) throw new Error("A payment's subscription doesn't exist");
    if (payment.status !== "started" && payment.status !== "action_required")
      return { subscription: found, refusal: payment.failureCode as FailureCode | null };
    if (outcome.kind === "processing") return { subscription: found, refusal: null };

    const set = (status: PaymentRow["status"], failureCode: FailureCode | null) =>
      updatePayment(tx.db, {
        id: payment.id,
        status,
        providerRef: outcome.ref,
        failureCode,
        settledAt: status === "action_required" ? null : now,
      });
    const invoice = payment.invoiceId ? await findInvoice(tx.db, payment.invoiceId) : null;
    switch (outcome.kind) {
      case "action_required": {
        await set("action_required", null);
        if (payment.purpose === "checkout") await finishKey(tx.db, keyOf(payment, null));
        return { subscription: await note(tx, found, { nextAction: outcome.action }), refusal: null };
      }
      case "succeeded": {
        // Checks amount and currency before granting access. A mismatch is a bug, since we set the order.
        if (
          outcome.amount !== undefined &&
          (outcome.amount !== payment.amount || outcome.currencyCode !== payment.currencyCode)
        )
          throw new Error("A payment's amount or currency differs from the order");
        await set("succeeded", null);
        if (payment.paymentMethodId && payment.source !== outcome.methodRef)
          await updateMethodRef(tx.db, payment.paymentMethodId, outcome.methodRef);
        return { subscription: await succeed(tx, found, payment, invoice, { now, cause }), refusal: null };
      }
      case "failed": {
        await set("failed", outcome.code);
        const subscription = await fail(tx, found, payment, invoice, { now, cause, code: outcome.code });
        return { subscription, refusal: outcome.code };
      }
    }
  });
}

const keyOf = (payment: PaymentRow, refusal: FailureCode | null) => ({
  subscriptionId: payment.subscriptionId,
  accountId: payment.accountId,
  refusal,
});

async function succeed(
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
  invoice: InvoiceRow | null,
  { now, cause }: { now: Date; cause: Cause },
): Promise<SubscriptionRow> {
  if (payment.purpose === "checkout") await finishKey(tx.db, keyOf(payment, null));
  if (isTerminal(found.status) && payment.purpose !== "method") {
    // The subscription ended while the payment was in progress: refund it.
    if (invoice) await markInvoicePaid(tx.db, { id: invoice.id, amount: payment.amount, now });
    if (payment.amount > 0 && invoice)
      await refundLater(tx, {
        payment,
        invoiceId: invoice.id,
        amount: payment.amount,
        reason: "ended meanwhile",
        now,
      });
    return found;
  }
  const method = {
    paymentMethodId: payment.paymentMethodId ?? found.paymentMethodId,
    // Later taxes follow the billing address of the payment method that paid a renewal.
    ...(payment.purpose === "renewal" && payment.region ? { region: payment.region } : {}),
  };
  if (payment.isOnSession && payment.purpose !== "checkout" && payment.paymentMethodId)
    await markTrialOfMethod(tx.db, { paymentMethodId: payment.paymentMethodId, subscriptionId: found.id });
  if (payment.purpose === "method")
    return note(tx, found, {
      ...method,
      // Later taxes follow the billing address of the new payment method.
      region: payment.region ?? found.region,
      nextAction: null,
      // An open payment is retried with the new method at once.
      ...(found.dunningStatus === "in_progress"
        ? { retryAt: now, dunningAttempts: attemptsBy(found.dunningSince ?? now, now) }
        : {}),
    });
  if (!invoice) return beginUnpaid(tx, found, { now, cause, method });

  await markInvoicePaid(tx.db, { id: invoice.id, amount: payment.amount, now });
  await markCouponsUsed(tx.db, {
    subscriptionId: found.id,
    couponIds: invoice.lines.flatMap(({ couponId }) => couponId ?? []),
    months: coveredMonths(invoice),
    now,
  });
  const changes = {
    ...method,
    ...paidTerm(invoice),
    pendingUntil: null,
    dunningStatus: found.dunningStatus === "in_progress" ? ("success" as const) : null,
  };
  const trigger = triggerOf(payment.purpose, found.status);
  const next = await move(
    tx,
    {
      ...found,
      planName: invoice.planName,
      period: invoice.planPeriod,
      periodUnit: invoice.planPeriodUnit,
    },
    { trigger, cause, now, changes },
  );
  await carryOver(tx, found, invoice, now);
  // A draft gets its number only now.
  const paid = invoice.status === "pending" ? await findInvoice(tx.db, invoice.id) : invoice;
  if (paid && paid.total > 0) await mailReceipt(tx, next, paid);
  return next;
}

/** The trigger of a successful payment. */
function triggerOf(purpose: PaymentRow["purpose"], status: SubscriptionRow["status"]): Trigger {
  if (purpose === "checkout") return "confirm";
  if (purpose === "change") return "change_plan";
  if (purpose === "resume") return "resume";
  return status === "in_trial" ? "end_trial_paid" : status === "future" ? "start" : "renew";
}

/** Begins a trial or a scheduled subscription: stores the payment method without a charge. */
async function beginUnpaid(
  tx: Tx,
  found: SubscriptionRow,
  { now, cause, method }: { now: Date; cause: Cause; method: Partial<SubscriptionState> },
): Promise<SubscriptionRow> {
  const changes = { ...method, pendingUntil: null, nextAction: null };
  if (found.startsAt && found.startsAt > now)
    return move(tx, found, {
      trigger: "confirm_future",
      cause,
      now,
      changes: { ...changes, nextBillingAt: found.trialEndsAt ?? found.startsAt },
    });
  const next = await move(tx, found, {
    trigger: "confirm_trial",
    cause,
    now,
    changes: { ...changes, nextBillingAt: found.trialEndsAt, remindedAt: now },
  });
  if (found.trialEndsAt) {
    const { totals } = await addUp(tx, found, {
      charges: [{ kind: "plan", description: found.planName, amount: found.priceAmount }],
      planId: found.planId,
      now,
    });
    await mailTrialBegun(tx, next, found.trialEndsAt, totals.amountDue);
  }
  return next;
}

async function fail(
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
  invoice: InvoiceRow | null,
  { now, cause, code }: { now: Date; cause: Cause; code: FailureCode },
): Promise<SubscriptionRow> {
  switch (payment.purpose) {
    case "checkout": {
      await finishKey(tx.db, keyOf(payment, code));
      if (invoice) await voidInvoice(tx.db, { id: invoice.id, now });
      return isTerminal(found.status)
        ? found
        : undoCheckout(tx, found, payment, { trigger: "abort", cause, now });
    }
    case "method": {
      if (payment.paymentMethodId) await deleteMethod(tx.db, payment.paymentMethodId);
      return isTerminal(found.status) ? found : note(tx, found, { nextAction: null });
    }
    case "change": {
      if (invoice) await voidInvoice(tx.db, { id: invoice.id, now });
      return isTerminal(found.status) ? found : note(tx, found, { nextAction: null });
    }
    case "resume": {
      if (invoice) await voidInvoice(tx.db, { id: invoice.id, now });
      if (found.status !== "paused" || cause !== "clock") return note(tx, found, { nextAction: null });
      if (found.dunningAttempts + 1 >= resumeAttempts) {
        const ended = await move(tx, found, {
          trigger: "cancel_now",
          cause,
          now,
          changes: { accessEndsAt: now, canceledAt: now },
        });
        await mailStopped(tx, ended);
        return ended;
      }
      return note(tx, found, { dunningAttempts: found.dunningAttempts + 1, resumesAt: addDays(now, 1) });
    }
    case "renewal": {
      if (isTerminal(found.status) || !invoice) return found;
      if (!payment.isOnSession) return dun(tx, found, invoice, { now, cause, code });
      // Only scheduled attempts count: trying another card costs no time.
      if (payment.paymentMethodId && payment.paymentMethodId !== found.paymentMethodId)
        await deleteMethod(tx.db, payment.paymentMethodId);
      return note(tx, found, { nextAction: null });
    }
  }
}

/** Releases everything that a checkout reserved. */
export async function undoCheckout(
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
  step: { trigger: "abort" | "expire"; cause: Cause; now: Date },
): Promise<SubscriptionRow> {
  await deleteTakenCoupons(tx.db, found.id);
  await deleteTrials(tx.db, found.id);
  const next = await move(tx, found, {
    ...step,
    changes: { canceledAt: step.now, accessEndsAt: null, paymentMethodId: null },
  });
  if (payment.paymentMethodId) await deleteMethod(tx.db, payment.paymentMethodId);
  return next;
}

/**
 * Handles a declined payment for a term: schedules retries on fixed days, then ends the subscription. Access
 * lasts until then.
 */
async function dun(
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  { now, cause, code }: { now: Date; cause: Cause; code: FailureCode },
): Promise<SubscriptionRow> {
  const since = found.dunningStatus === "in_progress" ? (found.dunningSince ?? now) : now;
  const attempts = found.dunningStatus === "in_progress" ? found.dunningAttempts : 0;
  const step = afterFailure(since, attempts, code);
  if (step.kind === "exhausted") return exhaust(tx, found, invoice, { now, cause });
  await setInvoiceStatus(tx.db, { id: invoice.id, status: "payment_due", dunningStatus: "in_progress" });
  const unpaid =
    found.status === "active"
      ? {}
      : // The first term was never paid, so it has no value and ends where it begins.
        {
          anchorAt: invoice.anchorAt,
          termNumber: 0,
          termStartsAt: invoice.termStartsAt,
          termEndsAt: invoice.termStartsAt,
          termValue: 0,
        };
  const trigger =
    found.status === "in_trial" ? "end_trial_unpaid" : found.status === "future" ? "start" : "fail_payment";
  const next = await move(tx, found, {
    trigger,
    cause,
    now,
    changes: {
      ...unpaid,
      dunningStatus: "in_progress",
      dunningSince: since,
      dunningAttempts: step.kind === "retry" ? attempts + 1 : noMoreAttempts,
      retryAt: step.at,
      nextBillingAt: step.at,
      nextAction: null,
    },
  });
  const retryAt = step.kind === "retry" ? step.at : null;
  await tx.publish(paymentFailed, {
    accountId: found.accountId,
    subscriptionId: found.id,
    invoiceId: invoice.id,
    code,
    retryAt: retryAt?.toISOString() ?? null,
  });
  await mailPaymentFailed(tx, next, invoice, { retryAt, code, endsAt: addDays(since, retryDays.at(-1)!) });
  return next;
}

/** Ends dunning: the subscription is canceled and its open invoice voided. */
export async function exhaust(
  tx: Tx,
  found: SubscriptionRow,
  invoice: Pick<InvoiceRow, "id">,
  { now, cause }: { now: Date; cause: Cause },
): Promise<SubscriptionRow> {
  await voidInvoice(tx.db, { id: invoice.id, now, status: "not_paid", dunningStatus: "exhausted" });
  const next = await move(tx, found, {
    trigger: "exhaust_dunning",
    cause,
    now,
    changes: { dunningStatus: "exhausted", accessEndsAt: now, canceledAt: now },
  });
  await mailStopped(tx, next);
  return next;
}
