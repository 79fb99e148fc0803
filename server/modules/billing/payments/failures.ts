import type { Tx } from "../../../ctx.ts";
import { deleteTrials } from "../accounts/store.ts";
import { finishKey } from "../checkout/store.ts";
import { mailPaymentFailed, mailStopped } from "../emails/send.ts";
import { paymentFailed } from "../events.ts";
import { cancelInvoice } from "../invoices/credit-notes.ts";
import { setInvoiceStatus } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { deleteTakenCoupons } from "../plans/store.ts";
import { addDays } from "../rules/calendar.ts";
import { afterFailure, retryDays } from "../rules/dunning.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { allows, isTerminal } from "../rules/states.ts";
import { transition, updateState } from "../subscriptions/state.ts";
import type { Cause } from "../subscriptions/state.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { deleteMethod } from "./store.ts";
import type { PaymentRow } from "./store.ts";

/** More than the number of retries: marks a subscription in dunning that is not retried. */
export const noMoreAttempts = retryDays.length + 1;
/** The maximum number of attempts to charge when a pause ends by itself. */
const resumeAttempts = 4;

/** The idempotency key of a checkout, with its final answer. */
export const keyOf = (payment: PaymentRow, refusal: FailureCode | null) => ({
  subscriptionId: payment.subscriptionId,
  accountId: payment.accountId,
  refusal,
});

/** A payment that failed. */
export interface Failure {
  readonly now: Date;
  readonly cause: Cause;
  readonly code: FailureCode;
  readonly isRetryable: boolean;
}

/** The consequences of a failed payment. */
export async function fail(
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
  invoice: InvoiceRow | null,
  { now, cause, code, isRetryable }: Failure,
): Promise<SubscriptionRow> {
  switch (payment.purpose) {
    case "gift_card":
      throw new Error("A gift card has a settlement of its own");
    case "checkout": {
      await finishKey(tx.db, keyOf(payment, code));
      if (invoice) await cancelInvoice(tx, { id: invoice.id, now });
      if (found.status !== "pending") return releasePurchase(tx, found, payment);
      return undoCheckout(tx, found, payment, { trigger: "abort", cause, now });
    }
    case "method": {
      if (payment.paymentMethodId) await deleteMethod(tx.db, payment.paymentMethodId);
      return isTerminal(found.status) ? found : updateState(tx, found, { nextAction: null });
    }
    case "change": {
      if (invoice) await cancelInvoice(tx, { id: invoice.id, now });
      return isTerminal(found.status) ? found : updateState(tx, found, { nextAction: null });
    }
    case "resume": {
      if (invoice) await cancelInvoice(tx, { id: invoice.id, now });
      if (isTerminal(found.status)) return found;
      if (found.status !== "paused" || cause !== "clock") return updateState(tx, found, { nextAction: null });
      if (found.dunningAttempts + 1 >= resumeAttempts) {
        const ended = await transition(tx, found, {
          trigger: "cancel_now",
          cause,
          now,
          changes: { accessEndsAt: now, canceledAt: now },
        });
        await mailStopped(tx, ended);
        return ended;
      }
      return updateState(tx, found, {
        dunningAttempts: found.dunningAttempts + 1,
        resumesAt: addDays(now, 1),
      });
    }
    case "renewal": {
      if (isTerminal(found.status) || !invoice) return found;
      if (!payment.isOnSession) return dun(tx, found, invoice, { now, cause, code, isRetryable });
      // The person ended a trial early: it goes on as if they hadn't.
      if (invoice.status === "pending") await cancelInvoice(tx, { id: invoice.id, now });
      // Only scheduled attempts count: trying another card costs no time.
      if (payment.paymentMethodId && payment.paymentMethodId !== found.paymentMethodId)
        await deleteMethod(tx.db, payment.paymentMethodId);
      return updateState(tx, found, { nextAction: null });
    }
  }
}

/** Releases what a purchase reserved while a pass ran. The pass stays as it is, even if it has ended since. */
export async function releasePurchase(
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
): Promise<SubscriptionRow> {
  await deleteTakenCoupons(tx.db, found.id);
  if (payment.paymentMethodId) await deleteMethod(tx.db, payment.paymentMethodId);
  return isTerminal(found.status) ? found : updateState(tx, found, { nextAction: null });
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
  const next = await transition(tx, found, {
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
  { now, cause, code, isRetryable }: Failure,
): Promise<SubscriptionRow> {
  const trigger =
    found.status === "in_trial" ? "end_trial_unpaid" : found.status === "future" ? "start" : "fail_payment";
  if (!allows(found.status, trigger)) {
    // Canceled while the payment was under way: nothing is owed for a term that doesn't begin.
    await cancelInvoice(tx, { id: invoice.id, now });
    return found;
  }
  const since = found.dunningStatus === "in_progress" ? (found.dunningSince ?? now) : now;
  const attempts = found.dunningStatus === "in_progress" ? found.dunningAttempts : 0;
  const step = afterFailure({ since, attempts, isRetryable, now });
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
  const next = await transition(tx, found, {
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
  await cancelInvoice(tx, { id: invoice.id, now, status: "not_paid", dunningStatus: "exhausted" });
  const next = await transition(tx, found, {
    trigger: "exhaust_dunning",
    cause,
    now,
    changes: { dunningStatus: "exhausted", accessEndsAt: now, canceledAt: now },
  });
  await mailStopped(tx, next);
  return next;
}
