import type { Ctx, Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { paymentFailed } from "../events.ts";
import { addUp, carryOver } from "../invoices/invoices.ts";
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
import { deleteTrials } from "../accounts/store.ts";
import { findInvoice, markInvoicePaid, setInvoiceStatus, voidInvoice } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { finishKey } from "../checkout/store.ts";
import { deleteMethod, lockPayment, updateMethodRef, updatePayment } from "./store.ts";
import type { PaymentRow } from "./store.ts";
import { deleteTakenCoupons, markCouponsUsed } from "../plans/store.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";

/** More than there are tries: a subscription in dunning that isn't tried again. */
export const noMoreAttempts = retryDays.length + 1;
/** Tries to end a pause that time ended. */
const resumeAttempts = 4;

export interface Settled {
  readonly subscription: SubscriptionRow;
  /** Why the payment was refused; null when it wasn't, or isn't decided. */
  readonly refusal: FailureCode | null;
}

/** What a paid invoice makes of its subscription. */
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
 * Writes down what came of a payment and what follows from it, once: whoever comes second finds it settled. The one place where money
 * becomes access.
 * @param asOf billing's moment, where it was just asked for
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
    if (!found || !payment) throw new Error("A payment's subscription is gone");
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
        // Amount and currency match before anything opens; a fault, since the order was ours.
        if (
          outcome.amount !== undefined &&
          (outcome.amount !== payment.amount || outcome.currencyCode !== payment.currencyCode)
        )
          throw new Error("A payment's amount isn't what was asked for");
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
    // Somebody ended it while the money was on its way: it goes back.
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
  const method = { paymentMethodId: payment.paymentMethodId ?? found.paymentMethodId };
  if (payment.purpose === "method")
    return note(tx, found, {
      ...method,
      // Later taxes go by the new bill's address.
      region: payment.region ?? found.region,
      nextAction: null,
      // What is open is tried with the new one at once.
      ...(found.dunningStatus === "in_progress"
        ? { retryAt: now, dunningAttempts: attemptsBy(found.dunningSince ?? now, now) }
        : {}),
    });
  if (!invoice) return beginUnpaid(tx, found, { now, cause, method });

  await markInvoicePaid(tx.db, { id: invoice.id, amount: payment.amount, now });
  await markCouponsUsed(tx.db, {
    subscriptionId: found.id,
    couponIds: invoice.lines.flatMap(({ couponId }) => couponId ?? []),
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
  // A draft has its number only now.
  const paid = invoice.status === "pending" ? await findInvoice(tx.db, invoice.id) : invoice;
  if (paid && paid.total > 0) await mailReceipt(tx, next, paid);
  return next;
}

/** What a payment that went through does. */
function triggerOf(purpose: PaymentRow["purpose"], status: SubscriptionRow["status"]): Trigger {
  if (purpose === "checkout") return "confirm";
  if (purpose === "change") return "change_plan";
  if (purpose === "resume") return "resume";
  return status === "in_trial" ? "end_trial_paid" : status === "future" ? "start" : "renew";
}

/** A trial, or a start to come: the method is kept and nothing was charged. */
async function beginUnpaid(
  tx: Tx,
  found: SubscriptionRow,
  { now, cause, method }: { now: Date; cause: Cause; method: Pick<SubscriptionState, "paymentMethodId"> },
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
    case "renewal":
      return isTerminal(found.status) || !invoice ? found : dun(tx, found, invoice, { now, cause, code });
  }
}

/** Takes back all that a checkout reserved. */
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

/** The payment of a term was refused: tried again on fixed days, then the subscription ends. Access stays until then. */
async function dun(
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  { now, cause, code }: { now: Date; cause: Cause; code: FailureCode },
): Promise<SubscriptionRow> {
  const since = found.dunningStatus === "in_progress" ? (found.dunningSince ?? now) : now;
  const tries = found.dunningStatus === "in_progress" ? found.dunningAttempts : 0;
  const step = afterFailure(since, tries, code);
  if (step.kind === "exhausted") return exhaust(tx, found, invoice, { now, cause });
  await setInvoiceStatus(tx.db, { id: invoice.id, status: "payment_due", dunningStatus: "in_progress" });
  const unpaid =
    found.status === "active"
      ? {}
      : // The first term: it hasn't been paid, so that it is worth nothing and ends where it begins.
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
      dunningAttempts: step.kind === "retry" ? tries + 1 : noMoreAttempts,
      retryAt: step.at,
      nextBillingAt: step.at,
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
  await mailPaymentFailed(tx, next, invoice, { retryAt, endsAt: addDays(since, retryDays.at(-1)!) });
  return next;
}

/** No further try: the subscription ends, and nothing is owed. */
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
