import type { Ctx, Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { checkResult, usableOf } from "../payments/results.ts";
import { returnPayment } from "../payments/refunds.ts";
import { recordLateResult } from "../payments/returns.ts";
import type { SettledResult } from "../payments/returns.ts";
import { retireMethod } from "../payments/store-methods.ts";
import { insertUnresolved } from "../payments/store-open.ts";
import { lockPayment, setPaymentRef, updatePayment } from "../payments/store.ts";
import type { PaymentRow } from "../payments/store.ts";
import { reportPayment } from "../reconciliation/store.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { deliverGiftCard, mailGiftCardBought } from "./deliver.ts";
import { lockGiftCard, updateGiftCard } from "./store.ts";
import type { GiftCardRow } from "./store.ts";

/**
 * Settles the payment of a gift card once; a second call finds it settled. The only place where a payment makes a card good.
 * Money that arrives after it was given up goes back.
 * @param asOf the billing time, if already read
 * @returns why the payment was declined; null if it wasn't, or is undecided
 */
export function settleGiftCard(
  ctx: Ctx,
  paymentId: string,
  outcome: SettledResult,
  asOf?: Date,
): Promise<FailureCode | null> {
  return ctx.transact(async (tx) => {
    const now = asOf ?? (await billingNow(tx));
    const payment = await lockPayment(tx.db, paymentId);
    const card = payment && (await lockGiftCard(tx.db, payment.subscriptionId));
    if (!payment || !card) throw new Error("The payment has no gift card");
    if (payment.status !== "started" && payment.status !== "action_required") {
      if (await recordLateResult(tx, payment, outcome, now)) await payBack(tx, payment, now);
      return payment.failureCode as FailureCode | null;
    }
    return apply(tx, { payment, card, now }, await usableOf(tx, payment, outcome));
  });
}

interface Settling {
  readonly payment: PaymentRow;
  readonly card: GiftCardRow;
  readonly now: Date;
}

async function apply(tx: Tx, settling: Settling, result: SettledResult): Promise<FailureCode | null> {
  const { payment, card, now } = settling;
  const set = (status: PaymentRow["status"], failureCode: FailureCode | null, words = {}) =>
    updatePayment(tx.db, {
      id: payment.id,
      status,
      providerRef: result.ref,
      failureCode,
      settledAt: status === "action_required" ? null : now,
      ...words,
    });
  const fail = async (code: FailureCode, words = {}): Promise<FailureCode> => {
    await set("failed", code, words);
    await updateGiftCard(tx.db, card, { state: "failed", failureCode: code, nextAction: null });
    await forgetMethod(tx, payment, now);
    return code;
  };
  switch (result.kind) {
    case "unknown":
      if (result.ref) await setPaymentRef(tx.db, payment.id, result.ref);
      return null;
    case "action_required":
      await set("action_required", null);
      await updateGiftCard(tx.db, card, { nextAction: result.action });
      return null;
    case "succeeded": {
      checkResult(payment, result);
      await set("succeeded", null);
      const active = await updateGiftCard(tx.db, card, {
        state: "active",
        activatedAt: now,
        nextAction: null,
      });
      await forgetMethod(tx, payment, now);
      await mailGiftCardBought(tx, active);
      await deliverGiftCard(tx, active, now);
      return null;
    }
    case "declined":
      return fail(result.code);
    case "refused": {
      const { providerCode, providerMessage } = result;
      await reportPayment(tx, payment, "refused_charge", { code: providerCode, words: providerMessage }, now);
      return fail("PAYMENT_REFUSED", { providerCode, providerMessage });
    }
    case "given_up":
      await insertUnresolved(tx.db, { paymentId: payment.id, reason: "no_answer", now });
      return fail("PAYMENT_ACTION_REQUIRED");
  }
}

/** Pays back what arrived after the purchase was given up. */
async function payBack(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const { amount } = payment;
  await returnPayment(tx, { payment, invoiceId: null, amount, reason: "late_payment", now });
  await reportPayment(tx, payment, "late_payment", {}, now);
}

/** The payment method paid once: it isn't stored for later charges. The sweep detaches it at the provider. */
async function forgetMethod(tx: Tx, { paymentMethodId }: PaymentRow, now: Date): Promise<void> {
  if (paymentMethodId) await retireMethod(tx.db, paymentMethodId, now);
}
