import type { Ctx, Tx } from "../../../ctx.ts";
import { markTrialOfMethod } from "../accounts/store.ts";
import { finishKey } from "../checkout/store.ts";
import { billingNow } from "../clock.ts";
import { mailReceipt, mailTrialBegun } from "../emails/send.ts";
import { settleGiftCard } from "../gift-cards/settle.ts";
import { chargedAmount } from "./charged-amount.ts";
import { addUp, carryOver, coveredMonths } from "../invoices/invoices.ts";
import { cancelInvoice } from "../invoices/credit-notes.ts";
import { findInvoice, markInvoicePaid } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { markCouponsUsed } from "../plans/store.ts";
import { attemptsBy } from "../rules/dunning.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { extendedTerm, isPass } from "../rules/passes.ts";
import { allows, isTerminal } from "../rules/states.ts";
import type { Trigger } from "../rules/states.ts";
import { notifyOfStudentPriceEnd } from "../students/ending.ts";
import { transition, updateState } from "../subscriptions/state.ts";
import type { Cause } from "../subscriptions/state.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow, SubscriptionState } from "../subscriptions/store.ts";
import { reportPayment } from "../reconciliation/store.ts";
import { fail, keyOf, releasePurchase } from "./failures.ts";
import { checkResult, usableOf } from "./results.ts";
import { payBack, recordLateResult } from "./returns.ts";
import type { SettledResult } from "./returns.ts";
import { restoreMethod } from "./store-methods.ts";
import { insertUnresolved } from "./store-open.ts";
import { lockPayment, setPaymentRef, updateMethodRef, updatePayment } from "./store.ts";
import type { PaymentRow } from "./store.ts";

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
  nextPriceAmount: null,
  nextAction: null,
  retryAt: null,
  dunningSince: null,
  dunningAttempts: 0,
  pausedAt: null,
  resumesAt: null,
});

/**
 * Settles a payment result and its consequences once; a second call finds it settled. The only place where a
 * payment grants access. Money that can't be applied any more is paid back.
 * @param asOf the billing time, if already read
 * @returns null if the account was deleted, and for a gift card
 */
export async function settle(
  ctx: Ctx,
  known: Pick<PaymentRow, "id" | "subscriptionId" | "purpose">,
  outcome: SettledResult,
  cause: Cause,
  asOf?: Date,
): Promise<Settled | null> {
  if (known.purpose === "gift_card") {
    await settleGiftCard(ctx, known.id, outcome, asOf);
    return null;
  }
  return ctx.transact(async (tx) => {
    const now = asOf ?? (await billingNow(tx));
    const found = await lockSubscription(tx.db, known.subscriptionId);
    const payment = await lockPayment(tx.db, known.id);
    if (!payment) throw new Error("The payment does not exist");
    const isOpen = payment.status === "started" || payment.status === "action_required";
    if (!isOpen || !found) {
      if (await recordLateResult(tx, payment, outcome, now))
        await payBack(tx, payment, found, "late_payment", now);
      return found && { subscription: found, refusal: payment.failureCode as FailureCode | null };
    }
    const result = await usableOf(tx, payment, outcome);
    if (result.kind === "unknown") {
      if (result.ref) await setPaymentRef(tx.db, payment.id, result.ref);
      return { subscription: found, refusal: null };
    }
    const invoice = payment.invoiceId ? await findInvoice(tx.db, payment.invoiceId) : null;
    const settledAt = result.kind === "action_required" ? null : now;
    const set = (status: PaymentRow["status"], failureCode: FailureCode | null, words = {}) =>
      updatePayment(tx.db, {
        id: payment.id,
        status,
        providerRef: result.ref,
        failureCode,
        settledAt,
        ...words,
      });
    const failing = async (code: FailureCode, isRetryable: boolean) => ({
      subscription: await fail(tx, found, payment, invoice, { now, cause, code, isRetryable }),
      refusal: code,
    });
    switch (result.kind) {
      case "action_required": {
        await set("action_required", null);
        if (payment.purpose === "checkout") await finishKey(tx.db, keyOf(payment, null));
        // What has ended asks for no confirmation; the sweep cancels the payment.
        if (isTerminal(found.status)) return { subscription: found, refusal: null };
        return { subscription: await updateState(tx, found, { nextAction: result.action }), refusal: null };
      }
      case "succeeded": {
        checkResult(payment, result);
        await set("succeeded", null);
        if (payment.paymentMethodId && payment.source !== result.methodRef)
          await updateMethodRef(tx.db, payment.paymentMethodId, result.methodRef);
        return {
          subscription: await succeed(ctx, tx, found, payment, invoice, { now, cause }),
          refusal: null,
        };
      }
      case "declined": {
        await set("failed", result.code);
        return failing(result.code, result.isRetryable);
      }
      case "refused": {
        const { providerCode, providerMessage } = result;
        await set("failed", "PAYMENT_REFUSED", { providerCode, providerMessage });
        await reportPayment(
          tx,
          payment,
          "refused_charge",
          { code: providerCode, words: providerMessage },
          now,
        );
        // Retried by the schedule: the operator may mend the reason within the week.
        return failing("PAYMENT_REFUSED", true);
      }
      case "given_up": {
        await set("failed", "PAYMENT_ACTION_REQUIRED");
        await insertUnresolved(tx.db, { paymentId: payment.id, reason: "no_answer", now });
        return failing("PAYMENT_ACTION_REQUIRED", true);
      }
    }
  });
}

async function succeed(
  ctx: Ctx,
  tx: Tx,
  found: SubscriptionRow,
  payment: PaymentRow,
  invoice: InvoiceRow | null,
  { now, cause }: { now: Date; cause: Cause },
): Promise<SubscriptionRow> {
  if (payment.purpose === "checkout") await finishKey(tx.db, keyOf(payment, null));
  const trigger = triggerOf(payment.purpose, found, invoice);
  if (payment.purpose !== "method" && !allows(found.status, trigger)) {
    // The subscription was ended, canceled or paused while the payment was under way.
    if (invoice && invoice.status !== "paid") await cancelInvoice(tx, { id: invoice.id, now });
    await payBack(tx, payment, found, "not_applicable", now);
    if (payment.purpose === "checkout" && isTerminal(found.status))
      return releasePurchase(tx, found, payment);
    return isTerminal(found.status) ? found : updateState(tx, found, { nextAction: null });
  }
  // Removed while this payment was under way: what pays must be listed.
  if (payment.isOnSession && payment.paymentMethodId) await restoreMethod(tx.db, payment.paymentMethodId);
  const method = {
    paymentMethodId: payment.paymentMethodId ?? found.paymentMethodId,
    // Later taxes follow the billing address of the payment method that paid a renewal.
    ...(payment.purpose === "renewal" && payment.region ? { region: payment.region } : {}),
  };
  if (payment.isOnSession && payment.purpose !== "checkout" && payment.paymentMethodId)
    await markTrialOfMethod(tx.db, { paymentMethodId: payment.paymentMethodId, subscriptionId: found.id });
  if (payment.purpose === "method")
    return updateState(tx, found, {
      ...method,
      // Later taxes follow the billing address of the new payment method.
      region: payment.region ?? found.region,
      nextAction: null,
      // An open payment is retried with the new method at once.
      ...(found.dunningStatus === "in_progress"
        ? { retryAt: now, dunningAttempts: attemptsBy(found.dunningSince ?? now, now) }
        : {}),
    });
  if (!invoice) return beginUnpaid(ctx, tx, found, { now, cause, method });

  await markInvoicePaid(tx.db, {
    id: invoice.id,
    amount: payment.amount,
    now,
    numberPrefix: tx.studio.invoicePrefix,
  });
  const couponIds = invoice.lines.flatMap(({ couponId }) => couponId ?? []);
  await markCouponsUsed(tx.db, {
    subscriptionId: found.id,
    couponIds,
    months: coveredMonths(invoice),
    usesUp: !invoice.planRenews,
    now,
  });
  const changes = {
    ...method,
    ...paidTerm(invoice),
    pendingUntil: null,
    // A trial that the person ended early is over.
    ...(trigger === "end_trial_paid" && found.trialEndsAt && found.trialEndsAt > now
      ? { trialEndsAt: now }
      : {}),
    dunningStatus: found.dunningStatus === "in_progress" ? ("success" as const) : null,
    ...(found.isPrepaid ? { accessEndsAt: invoice.termEndsAt, nextBillingAt: null } : {}),
    ...contractAfterPass(trigger, found, invoice, now),
  };
  const next = await transition(
    tx,
    {
      ...found,
      planName: invoice.planName,
      period: invoice.planPeriod,
      periodUnit: invoice.planPeriodUnit,
      planRenews: invoice.planRenews,
    },
    { trigger, cause, now, changes },
  );
  await carryOver(tx, found, invoice, now);
  await notifyOfStudentPriceEnd(ctx, tx, next, couponIds);
  // A draft gets its number only now.
  const paid = invoice.status === "pending" ? await findInvoice(tx.db, invoice.id) : invoice;
  // A plan that begins instead of a pass may cost nothing at first, and renews: its member has the contract in writing.
  if (paid && (paid.total > 0 || trigger === "replace_pass")) await mailReceipt(tx, next, paid);
  return next;
}

/** What differs where a pass was bought again, or a plan instead of it: a new contract on the same subscription. */
function contractAfterPass(
  trigger: Trigger,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  now: Date,
): Partial<SubscriptionState> {
  if (trigger === "extend_pass")
    return { ...extendedTerm(found, invoice, now), agreedAt: now, remindedAt: null };
  if (trigger !== "replace_pass") return {};
  return {
    isPrepaid: false,
    agreedAt: now,
    accessEndsAt: null,
    nextBillingAt: invoice.termEndsAt,
    // A yearly reminder is counted from the new contract.
    remindedAt: now,
  };
}

/** The trigger of a successful payment. */
function triggerOf(
  purpose: PaymentRow["purpose"],
  found: Pick<SubscriptionRow, "status" | "isPrepaid" | "planRenews">,
  invoice: InvoiceRow | null,
): Trigger {
  const { status } = found;
  if (purpose === "checkout") {
    if (!isPass(found)) return "confirm";
    if (status === "pending") return "confirm_pass";
    return invoice?.planRenews ? "replace_pass" : "extend_pass";
  }
  if (purpose === "change") return "change_plan";
  if (purpose === "resume") return "resume";
  return status === "in_trial" ? "end_trial_paid" : status === "future" ? "start" : "renew";
}

/** Begins a trial or a scheduled subscription: stores the payment method without a charge. */
async function beginUnpaid(
  ctx: Ctx,
  tx: Tx,
  found: SubscriptionRow,
  { now, cause, method }: { now: Date; cause: Cause; method: Partial<SubscriptionState> },
): Promise<SubscriptionRow> {
  const changes = { ...method, pendingUntil: null, nextAction: null };
  if (found.startsAt && found.startsAt > now)
    return transition(tx, found, {
      trigger: "confirm_future",
      cause,
      now,
      changes: { ...changes, nextBillingAt: found.trialEndsAt ?? found.startsAt },
    });
  const next = await transition(tx, found, {
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
    await mailTrialBegun(tx, next, found.trialEndsAt, chargedAmount(ctx, found, totals.amountDue));
  }
  return next;
}
